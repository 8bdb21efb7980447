// SPDX-License-Identifier: Apache-2.0
import { unknownContainer } from '#base/made-up-id.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const exec = (...statements: readonly string[]) => ({
  rpc: 'ExecSync',
  request: { container_id: '{container:main}', cmd: box(...statements), timeout: '60' },
});

const execIn = (id: string): Step => ({
  do: 'call',
  rpc: 'ExecSync',
  request: { container_id: id, cmd: box('print hello'), timeout: '10' },
});

export const execResults: Scenario = {
  id: 'exec.results',
  title: 'commands end with every kind of code, print megabytes, run at the same time, and have no container',
  pod: {
    metadata: { name: 'calculator' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'calls-together', calls: [126, 127, 137, 255].map((code) => exec('print done', `exit ${code}`)) },
    { do: 'call', ...exec('print last words', 'raise KILL') },
    { do: 'call', ...exec('raise TERM') },
    {
      do: 'calls-together',
      calls: [1, 2, 3, 4, 5, 6].map((n) =>
        exec(`lines 2000 from command ${n}`, `elines 10 error of command ${n}`, `exit ${n}`),
      ),
    },
    // More than a pipe, a chunk of a log and the usual limit of 64 KiB hold.
    { do: 'call', ...exec('lines 60000 a line that is counted') },
    { do: 'call', ...exec('bytes 3m') },
    { do: 'call', ...exec('print grüße ✓', 'eprint beside ✓', 'exit 0') },
    // Words that a shell would change, or a careless list of them loses. The program never comes to them.
    {
      do: 'call',
      rpc: 'ExecSync',
      request: {
        container_id: '{container:main}',
        cmd: [...box('show args', 'print  two  spaces ', 'exit 0'), '', '*', '`id`', "it's"],
        timeout: '60',
      },
    },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:spare}' } },
    execIn('{made:spare}'),
    execIn(unknownContainer),
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: [
    'exec.sync.exit-code',
    'exec.sync.not-running-refused',
    'exec.sync.output-exact',
    'exec.sync.streams-separate',
  ],
};
