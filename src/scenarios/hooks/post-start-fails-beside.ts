// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPostStartFailsBeside: Scenario = {
  id: 'hooks.post-start-fails-beside',
  title: 'a post-start hook fails, its container is killed and recreated, and the next one starts',
  pod: {
    metadata: { name: 'unlucky-pair' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('wait'),
          lifecycle: {
            postStart: { exec: { command: box('exit 1') } },
            preStop: { exec: { command: box('print goodbye') } },
          },
        },
        { name: 'beside', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    { do: 'wait-for-container', container: 'main', state: 'exited', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.status.later-attempt-later',
    'container.stop.exited-on-return',
    'exec.sync.exit-code',
  ],
};
