// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const logsOutput: Scenario = {
  id: 'logs.output',
  title: 'a program writes many, long and unterminated lines, and its log is read and rotated after it exits',
  pod: {
    metadata: { name: 'talker' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box(
            'lines 200 a line of text',
            'elines 20 a line of complaint',
            'bytes 40000',
            'print ',
            'print the last line',
          ),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'capture-log', container: 'main' },
    { do: 'rename-log', container: 'main' },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:main}' } },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod' },
  ],
  exercises: [
    'log.content.complete-at-exit',
    'log.content.long-lines-joinable',
    'log.content.true',
    'log.line.grammar',
    'log.line.times-in-window',
    'log.line.times-monotonic',
    'log.reopen.error-leaves-no-file',
  ],
};
