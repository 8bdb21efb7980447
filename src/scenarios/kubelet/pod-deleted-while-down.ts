// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const kubeletPodDeletedWhileDown: Scenario = {
  id: 'kubelet.pod-deleted-while-down',
  title: 'a pod is deleted while the kubelet is down, and is killed as an orphan',
  pod: {
    metadata: { name: 'orphan' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'restart-kubelet', podGone: true },
    { do: 'housekeep' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'collect-garbage' },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
  ],
  exercises: [
    'container.status.signal-exit-code',
    'sandbox.remove.gone',
    'sandbox.stop.not-ready-and-listed',
  ],
};
