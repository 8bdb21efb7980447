// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const execCommands: Scenario = {
  id: 'exec.commands',
  title:
    'commands are executed in a running container: succeeding, failing, verbose, missing and endless ones',
  waitsMs: 3000,
  pod: {
    metadata: { name: 'shell' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'calls-together',
      calls: [
        // The others come beside it.
        { rpc: 'ExecSync', request: { container_id: '{container:main}', cmd: box('sleep 3s') } },
        { rpc: 'ExecSync', request: { container_id: '{container:main}', cmd: box('print one') } },
        {
          rpc: 'ExecSync',
          request: { container_id: '{container:main}', cmd: box('print two', 'exit 3') },
        },
        {
          rpc: 'ExecSync',
          request: { container_id: '{container:main}', cmd: box('sleep 60s'), timeout: '1' },
        },
        { rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
      ],
    },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: {
        container_id: '{container:main}',
        cmd: box('print out', 'eprint err', 'exit 1'),
        timeout: '30',
      },
    },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:main}', cmd: box('lines 2000 a line of text') },
    },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:main}', cmd: ['/criprobe-unknown-program'] },
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: [
    'exec.sync.beside-another',
    'exec.sync.exit-code',
    'exec.sync.missing-program-fails',
    'exec.sync.output-exact',
    'exec.sync.streams-separate',
    'exec.sync.timeout-bounded',
    'exec.sync.timeout-recognisable',
  ],
};
