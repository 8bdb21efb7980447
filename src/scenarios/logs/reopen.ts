// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const logsReopen: Scenario = {
  id: 'logs.reopen',
  title: 'the log of a program that keeps writing is rotated',
  pod: {
    metadata: { name: 'ticker' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('tick 40ms beat') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    { do: 'rename-log', container: 'main' },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:main}' } },
    { do: 'capture-log', container: 'main' },
    { do: 'wait-for-log', container: 'main', line: 'beat *' },
    { do: 'capture-log', container: 'main' },
    { do: 'capture-log', container: 'main', rotated: true },
  ],
  exercises: [
    'log.line.grammar',
    'log.line.times-in-window',
    'log.line.times-monotonic',
    'log.reopen.new-file',
    'log.reopen.no-loss',
    'log.reopen.succeeds',
  ],
};
