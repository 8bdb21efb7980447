// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import { heldBack } from '../under-way.js';

export const daemonInterruptedStop: Scenario = {
  id: 'daemon.interrupted-stop',
  title: 'the daemon is killed while it waits for a container to exit, and the kubelet repeats the kill',
  needs: ['daemon-crash'],
  faults: heldBack('StopContainer'),
  pod: {
    metadata: { name: 'stubborn' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 10, wait: 'no' },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'begun', count: 1 },
    { do: 'stop-daemon', how: 'crash', inFlight: [{ do: 'clear-faults' }] },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'start-daemon' },
    // A long grace period keeps the stop in flight whenever the daemon stops; afterwards it need not be
    // waited for again.
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: [
    'restart.interrupted.stop-completes',
    'restart.starting.not-missing',
    'restart.starting.says-unavailable',
  ],
};
