// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const container_id = '{container:main}';

export const execLeftBehind: Scenario = {
  id: 'exec.left-behind',
  title:
    'a command leaves a process behind that holds its output, and another one would go on after its timeout',
  waitsMs: 5500,
  pod: {
    metadata: { name: 'untidy' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'calls-together',
      calls: [
        {
          rpc: 'ExecSync',
          request: { container_id, cmd: box('background 30s too late', 'print now'), timeout: '1' },
        },
        {
          rpc: 'ExecSync',
          request: { container_id, cmd: box('sleep 4s', 'put /left-behind x'), timeout: '1' },
        },
        { rpc: 'ExecSync', request: { container_id, cmd: box('print beside them'), timeout: '60' } },
        {
          rpc: 'ExecSync',
          request: { container_id, cmd: box('sleep 5500ms', 'stat /left-behind'), timeout: '60' },
        },
      ],
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['exec.sync.background-bounded', 'exec.sync.background-not-awaited', 'exec.sync.timeout-kills'],
};
