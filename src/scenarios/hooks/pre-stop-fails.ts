// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPreStopFails: Scenario = {
  id: 'hooks.pre-stop-fails',
  title: 'a pre-stop hook fails, and the container is stopped all the same',
  pod: {
    metadata: { name: 'rude' },
    spec: {
      terminationGracePeriodSeconds: 10,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          lifecycle: { preStop: { exec: { command: box('eprint not now', 'exit 1') } } },
        },
      ],
    },
  },
  steps: [{ do: 'wait-for-log', container: 'main', line: 'ready' }, { do: 'delete-pod' }],
  exercises: ['container.status.signal-exit-code', 'container.stop.succeeds', 'exec.sync.exit-code'],
};
