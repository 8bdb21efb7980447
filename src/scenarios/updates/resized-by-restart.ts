// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const updatesResizedByRestart: Scenario = {
  id: 'updates.resized-by-restart',
  title: 'a container whose memory cannot be resized in place is recreated with more of it',
  since: '1.33',
  pod: {
    metadata: { name: 'inelastic' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }],
          resources: { requests: { memory: '16Mi' }, limits: { memory: '64Mi' } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'update-pod',
      change: {
        containers: { main: { resources: { requests: { memory: '16Mi' }, limits: { memory: '128Mi' } } } },
      },
    },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.later-attempt-later', 'container.stop.exited-on-return'],
};
