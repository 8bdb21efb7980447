// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const probesTimeOut: Scenario = {
  id: 'probes.time-out',
  title: 'an exec probe times out, which counts as a failure',
  waitsMs: 2500,
  pod: {
    metadata: { name: 'slow-answer' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          livenessProbe: {
            exec: { command: box('sleep 60s') },
            periodSeconds: 1,
            timeoutSeconds: 1,
            failureThreshold: 2,
          },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.status.later-attempt-later',
    'exec.sync.timeout-bounded',
    'exec.sync.timeout-recognisable',
  ],
};
