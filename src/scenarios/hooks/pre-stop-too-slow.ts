// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPreStopTooSlow: Scenario = {
  id: 'hooks.pre-stop-too-slow',
  title: 'a pod is deleted whose pre-stop hook takes longer than the grace period',
  pod: {
    metadata: { name: 'slow-goodbye' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          lifecycle: { preStop: { exec: { command: box('sleep 60s') } } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['container.status.signal-exit-code', 'container.stop.succeeds', 'sandbox.stop.succeeds'],
};
