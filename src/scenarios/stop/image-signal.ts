// SPDX-License-Identifier: Apache-2.0
import { box, stopSignalVariable } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopImageSignal: Scenario = {
  id: 'stop.image-signal',
  title: 'a container is stopped whose image sets its own stop signal',
  pod: {
    metadata: { name: 'particular' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box-stopsignal:1',
          command: box('on USR1 exit 21', 'on TERM exit 22', 'print ready', 'wait'),
          env: [{ name: stopSignalVariable, value: 'USR1' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: ['container.stop.handler-finishes', 'container.stop.signal'],
};
