// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import { heldBack } from '../under-way.js';

export const daemonInterruptedCreate: Scenario = {
  id: 'daemon.interrupted-create',
  title: 'the daemon is killed in the middle of CreateContainer, and the kubelet tries again',
  needs: ['daemon-crash'],
  faults: heldBack('CreateContainer'),
  pod: {
    metadata: { name: 'half-made' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'CreateContainer', ended: 'begun', count: 1 },
    { do: 'stop-daemon', how: 'crash', inFlight: [{ do: 'clear-faults' }] },
    { do: 'call', rpc: 'ListPodSandbox', request: {} },
    { do: 'start-daemon' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'ListContainers', request: {} },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
    { do: 'call', rpc: 'ListContainers', request: {} },
  ],
  exercises: [
    'restart.interrupted.create-retry',
    'restart.starting.not-missing',
    'restart.starting.says-unavailable',
  ],
};
