// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const resourcesOutOfMemory: Scenario = {
  id: 'resources.out-of-memory',
  title: 'a program exceeds the memory limit of its container',
  pod: {
    metadata: { name: 'greedy' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'memory 128m', 'print enough'),
          resources: { limits: { memory: '32Mi' } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'container.status.oom-told',
    'container.status.state-forward',
    'container.status.times-ordered',
  ],
};
