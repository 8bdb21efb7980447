// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

export const sandboxStoppedWhileRunning: Scenario = {
  id: 'sandbox.stopped-while-running',
  title: 'a sandbox is stopped while a container runs in it, and another container is requested',
  pod: {
    metadata: { name: 'cut-off' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('late', box('wait')) },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
  ],
  exercises: [
    'container.create.stopped-sandbox-refused',
    'sandbox.remove.takes-containers',
    'sandbox.status.state-forward',
    'sandbox.stop.ends-containers',
    'sandbox.stop.idempotent',
    'sandbox.stop.not-ready-and-listed',
  ],
};
