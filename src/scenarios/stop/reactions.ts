// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopReactions: Scenario = {
  id: 'stop.reactions',
  title: 'three containers get the stop signal: one exits cleanly, one is killed by it, one ignores it',
  waitsMs: 2500,
  pod: {
    metadata: { name: 'three-tempers' },
    spec: {
      containers: [
        {
          name: 'willing',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0', 'print ready', 'wait'),
        },
        { name: 'plain', image: 'registry.test/box:1', command: box('print ready', 'wait') },
        {
          name: 'deaf',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'willing', line: 'ready' },
    { do: 'wait-for-log', container: 'plain', line: 'ready' },
    { do: 'wait-for-log', container: 'deaf', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.signal-exit-code',
    'container.stop.grace-kept',
    'container.stop.handler-finishes',
    'container.stop.kills-after-timeout',
  ],
};
