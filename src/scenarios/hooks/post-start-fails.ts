// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPostStartFails: Scenario = {
  id: 'hooks.post-start-fails',
  title: 'the post-start hook of a container fails, and the kubelet kills the container for it',
  pod: {
    metadata: { name: 'unlucky' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('wait'),
          lifecycle: { postStart: { exec: { command: box('eprint not today', 'exit 1') } } },
        },
      ],
    },
  },
  steps: [{ do: 'wait-for-phase', phase: 'Failed' }, { do: 'delete-pod' }, { do: 'collect-garbage' }],
  exercises: [
    'container.list.stays-until-removed',
    'container.stop.exited-on-return',
    'container.stop.succeeds',
    'exec.sync.exit-code',
    'exec.sync.streams-separate',
  ],
};
