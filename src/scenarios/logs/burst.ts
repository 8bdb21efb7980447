// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

/** Both write as fast as they can, to both of their streams. */
const writers = ['first', 'second'];
const record = '{"level":"info","service":"burst","message":"one of many records in a row"}';

export const logsBurst: Scenario = {
  id: 'logs.burst',
  title: 'two containers write thousands of records to both streams at the same time',
  pod: {
    metadata: { name: 'geyser' },
    spec: {
      restartPolicy: 'Never',
      containers: writers.map((name) => ({
        name,
        image: 'registry.test/box:1',
        command: box(`lines 1000 ${record}`, `elines 1000 ${record}`, `lines 1000 again ${record}`),
      })),
    },
  },
  steps: [
    ...writers.map((container) => ({
      do: 'wait-for-container' as const,
      container,
      state: 'exited' as const,
    })),
    ...writers.map((container) => ({ do: 'capture-log' as const, container })),
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['log.content.complete-at-exit', 'log.content.true', 'log.line.grammar'],
};
