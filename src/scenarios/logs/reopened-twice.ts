// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const rotate: readonly Step[] = [
  { do: 'rename-log', container: 'main' },
  { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:main}' } },
];

export const logsReopenedTwice: Scenario = {
  id: 'logs.reopened-twice',
  title: 'the log of a program that keeps writing is rotated, and rotated again',
  pod: {
    metadata: { name: 'metronome' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('tick 40ms beat') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    ...rotate,
    { do: 'wait-for-log', container: 'main', line: 'beat *' },
    ...rotate,
    { do: 'capture-log', container: 'main' },
    { do: 'wait-for-log', container: 'main', line: 'beat *' },
    { do: 'capture-log', container: 'main' },
    { do: 'capture-log', container: 'main', rotated: true },
  ],
  exercises: ['log.line.grammar', 'log.reopen.new-file', 'log.reopen.no-loss', 'log.reopen.succeeds'],
};
