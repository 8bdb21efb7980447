// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPreStop: Scenario = {
  id: 'hooks.pre-stop',
  title: 'a pod is deleted whose pre-stop hook finishes in time',
  pod: {
    metadata: { name: 'polite' },
    spec: {
      terminationGracePeriodSeconds: 10,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          lifecycle: { preStop: { exec: { command: box('print goodbye') } } },
        },
      ],
    },
  },
  steps: [{ do: 'wait-for-log', container: 'main', line: 'ready' }, { do: 'delete-pod' }],
  exercises: ['container.status.signal-exit-code', 'container.stop.succeeds', 'exec.sync.exit-code'],
};
