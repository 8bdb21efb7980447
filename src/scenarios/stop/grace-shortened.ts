// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopGraceShortened: Scenario = {
  id: 'stop.grace-shortened',
  title: 'a pod is deleted again with a shorter grace period while it is being stopped',
  waitsMs: 2300,
  pod: {
    metadata: { name: 'twice-deleted' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2, wait: 'no' },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'begun', count: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'container.status.signal-exit-code',
    'container.stop.grace-kept',
    'container.stop.kills-after-timeout',
  ],
};
