// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const logsOddLines: Scenario = {
  id: 'logs.odd-lines',
  title: 'a program writes empty lines, lines that begin and end with spaces, and ends within a line',
  pod: {
    metadata: { name: 'mumbler' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box(
            'print first',
            'print ',
            'print ',
            'print   between spaces  ',
            'print stdout F grüße',
            'eprint ',
            'eprint complaint ',
            'write and the end of it',
          ),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['log.content.complete-at-exit', 'log.content.true', 'log.line.grammar'],
};
