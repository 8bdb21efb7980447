// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopSlowHandler: Scenario = {
  id: 'stop.slow-handler',
  title: 'a program takes a while to exit after its stop signal',
  pod: {
    metadata: { name: 'tidy' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM exit 9 after 600ms', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 30 },
  ],
  exercises: [
    'container.stop.grace-kept',
    'container.stop.handler-finishes',
    'container.stop.returns-promptly',
  ],
};
