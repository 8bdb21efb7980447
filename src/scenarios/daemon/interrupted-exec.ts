// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const main = { container_id: '{container:main}' };

export const daemonInterruptedExec: Scenario = {
  id: 'daemon.interrupted-exec',
  title: 'the daemon is killed while a command runs in a container, and the container keeps running',
  needs: ['daemon-crash'],
  pod: {
    metadata: { name: 'unharmed' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'stop-daemon',
      how: 'crash',
      inFlight: [
        {
          do: 'call',
          rpc: 'ExecSync',
          request: { ...main, cmd: box('sleep 20s'), timeout: '60' },
          together: true,
        },
      ],
    },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'start-daemon' },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'call', rpc: 'ExecSync', request: { ...main, cmd: box('print hello'), timeout: '30' } },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'exec.sync.output-exact',
    'restart.interrupted.exec-harmless',
    'restart.preexisting.exec',
    'restart.preexisting.read',
    'restart.starting.not-missing',
    'restart.starting.says-unavailable',
  ],
};
