// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const exec = (...statements: readonly string[]) => ({
  rpc: 'ExecSync',
  request: { container_id: '{container:main}', cmd: box(...statements), timeout: '30' },
});

export const execInGrace: Scenario = {
  id: 'exec.in-grace',
  title:
    'commands are executed while a container that ignores TERM is being stopped, and one when another is',
  waitsMs: 6000,
  pod: {
    metadata: { name: 'draining' },
    spec: {
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('on TERM ignore', 'print ready', 'wait') },
        { name: 'busy', image: 'registry.test/box:1', command: box('on TERM exit 6', 'print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'busy', line: 'ready' },
    { do: 'pause-kubelet' },
    // Nobody waits for a command when its container is to end.
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:busy}', cmd: box('sleep 29s'), timeout: '30' },
      together: true,
    },
    { do: 'let-time-pass', ms: 300 },
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{container:busy}', timeout: '30' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:busy}' } },
    {
      do: 'call',
      rpc: 'StopContainer',
      request: { container_id: '{container:main}', timeout: '6' },
      together: true,
    },
    { do: 'call', ...exec('sleep 1s', 'print still here', 'exit 4') },
    { do: 'call', ...exec('print and here') },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'any', count: 2 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', ...exec('print too late') },
  ],
  exercises: [
    'container.stop.returns-promptly',
    'container.stop.succeeds',
    'exec.sync.not-running-refused',
    'exec.sync.works-in-grace',
  ],
};
