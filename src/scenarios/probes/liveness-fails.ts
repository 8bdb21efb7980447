// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const probesLivenessFails: Scenario = {
  id: 'probes.liveness-fails',
  title: 'a liveness probe fails, and the container is stopped and recreated',
  pod: {
    metadata: { name: 'frail' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          livenessProbe: {
            exec: { command: box('if-file /tmp/sick exit 1') },
            periodSeconds: 1,
            failureThreshold: 2,
          },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:main}', cmd: box('put /tmp/sick yes') },
    },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.later-attempt-later', 'container.stop.exited-on-return'],
};
