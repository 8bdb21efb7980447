// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';

export const daemonSandboxKilledWhileDown: Scenario = {
  id: 'daemon.sandbox-killed-while-down',
  title: 'the process that holds a sandbox is killed while the runtime is down',
  needs: ['daemon-crash'],
  pod: {
    metadata: { name: 'unheld' },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...snapshot(['{container:main}']),
    { do: 'stop-daemon', how: 'crash' },
    { do: 'kill-sandbox-process' },
    { do: 'start-daemon' },
    ...snapshot(['{container:main}']),
    // If it is still READY, that must be true.
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('late', box('wait')), as: 'late' },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:late}' } },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ListPodSandbox', request: {} },
  ],
  exercises: [
    'restart.container.unchanged',
    'restart.objects.same-set',
    'restart.preexisting.read',
    'restart.sandbox.ready-is-true',
    'restart.sandbox.unchanged',
    'sandbox.remove.gone',
    'sandbox.remove.succeeds',
    'sandbox.stop.not-ready-and-listed',
    'sandbox.stop.succeeds',
  ],
};
