// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPostStartSleeps: Scenario = {
  id: 'hooks.post-start-sleeps',
  title: 'a post-start hook sleeps for a second before the next container starts',
  since: '1.30',
  pod: {
    metadata: { name: 'sleepy' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          lifecycle: { postStart: { sleep: { seconds: 1 } } },
        },
        { name: 'next', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'next', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: ['container.start.running-or-exited', 'container.stop.succeeds'],
};
