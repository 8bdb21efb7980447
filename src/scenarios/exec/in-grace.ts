// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const exec = (...statements: readonly string[]) => ({
  rpc: 'ExecSync',
  request: { container_id: '{container:main}', cmd: box(...statements), timeout: '30' },
});

export const execInGrace: Scenario = {
  id: 'exec.in-grace',
  title: 'commands are executed while a container that ignores TERM is being stopped',
  waitsMs: 6000,
  pod: {
    metadata: { name: 'draining' },
    spec: {
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('on TERM ignore', 'print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    {
      do: 'call',
      rpc: 'StopContainer',
      request: { container_id: '{container:main}', timeout: '6' },
      together: true,
    },
    { do: 'call', ...exec('sleep 1s', 'print still here', 'exit 4') },
    { do: 'call', ...exec('print and here') },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'any', count: 1 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', ...exec('print too late') },
  ],
  exercises: ['container.stop.succeeds', 'exec.sync.not-running-refused', 'exec.sync.works-in-grace'],
};
