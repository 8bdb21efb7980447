// SPDX-License-Identifier: Apache-2.0
import { defineScenario, type Scenario } from '../scenario.js';

export const logsReopen: Scenario = defineScenario({
  id: 'logs.reopen',
  title: 'the log of a program that goes on writing is rotated',
  needs: ['container-processes'],
  pod: {
    metadata: { name: 'ticker' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/box', 'tick 40ms beat'] }],
    },
  },
  beats: [
    { do: 'until-log', container: 'main', line: 'beat 3' },
    { do: 'rename-log', container: 'main' },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:main}' } },
    { do: 'look-at-log', container: 'main' },
    { do: 'until-log', container: 'main', line: 'beat *' },
    { do: 'look-at-log', container: 'main' },
    { do: 'look-at-log', container: 'main', rotated: true },
  ],
  exercises: ['log.line.grammar', 'log.line.times-monotonic', 'log.reopen.new-file', 'log.reopen.no-loss'],
});
