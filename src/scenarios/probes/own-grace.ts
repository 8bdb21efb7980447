// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const probesOwnGrace: Scenario = {
  id: 'probes.own-grace',
  title: 'a failed liveness probe has a shorter grace period than the pod',
  since: '1.25',
  waitsMs: 4000,
  pod: {
    metadata: { name: 'two-graces' },
    spec: {
      terminationGracePeriodSeconds: 60,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'print ready', 'wait'),
          livenessProbe: {
            exec: { command: box('if-file /tmp/sick exit 1') },
            periodSeconds: 1,
            failureThreshold: 1,
            terminationGracePeriodSeconds: 1,
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
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['container.status.later-attempt-later', 'container.stop.exited-on-return'],
};
