// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopIgnoresTerm: Scenario = {
  id: 'stop.ignores-term',
  title: 'a program that ignores its stop signal is killed when the grace period is over',
  waitsMs: 2300,
  pod: {
    metadata: { name: 'deaf' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.status.signal-exit-code',
    'container.stop.grace-kept',
    'container.stop.kills-after-timeout',
    'container.stop.succeeds',
  ],
};
