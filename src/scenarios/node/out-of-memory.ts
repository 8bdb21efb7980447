// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const nodeOutOfMemory: Scenario = {
  id: 'node.out-of-memory',
  title: 'a program that needs more memory than its container may have is ended by the kernel',
  pod: {
    metadata: { name: 'too-small' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'memory 128m', 'print enough'),
          resources: { limits: { memory: '32Mi' } },
        },
        {
          name: 'modest',
          image: 'registry.test/box:1',
          command: box('print ready', 'sleep 200ms', 'exit 3'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'wait-for-container', container: 'modest', state: 'exited' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['node.oom.only-when-killed', 'node.processes.state-true'],
};
