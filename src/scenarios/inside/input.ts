// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const image = 'registry.test/box:1';
const reader = box('print ready', 'echo', 'print input ended', 'wait');

export const insideInput: Scenario = {
  id: 'inside.input',
  title: 'programs read their input, which is open if they asked for it, and empty if not',
  pod: {
    metadata: { name: 'reader' },
    spec: {
      containers: [
        { name: 'open', image, command: reader, stdin: true },
        { name: 'terminal', image, command: reader, stdin: true, tty: true },
        { name: 'closed', image, command: reader },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'open', line: 'ready' },
    { do: 'wait-for-log', container: 'terminal', line: 'ready*' },
    { do: 'wait-for-log', container: 'closed', line: 'input ended' },
    { do: 'let-time-pass', ms: 300 },
    { do: 'capture-log', container: 'open' },
    { do: 'capture-log', container: 'terminal' },
    { do: 'capture-log', container: 'closed' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['container.environment.input', 'log.content.appears', 'log.content.true'],
};
