// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPostStart: Scenario = {
  id: 'hooks.post-start',
  title: 'a container with a post-start hook that succeeds',
  pod: {
    metadata: { name: 'greeter' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          lifecycle: { postStart: { exec: { command: box('print hooked', 'exit 0') } } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: ['container.start.running-or-exited', 'exec.sync.exit-code', 'exec.sync.output-exact'],
};
