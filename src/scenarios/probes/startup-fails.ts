// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const probesStartupFails: Scenario = {
  id: 'probes.startup-fails',
  title: 'a startup probe never succeeds, and the container is recreated',
  pod: {
    metadata: { name: 'slow-starter' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          startupProbe: { exec: { command: box('exit 1') }, periodSeconds: 1, failureThreshold: 2 },
          livenessProbe: { exec: { command: box('exit 0') } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.later-attempt-later', 'exec.sync.exit-code'],
};
