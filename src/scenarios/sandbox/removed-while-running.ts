// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxRemovedWhileRunning: Scenario = {
  id: 'sandbox.removed-while-running',
  title: 'a sandbox is removed while a container runs in it',
  pod: {
    metadata: { name: 'swept' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
  ],
  exercises: [
    'sandbox.remove.gone',
    'sandbox.remove.idempotent',
    'sandbox.remove.takes-containers',
    'sandbox.status.missing-not-found',
  ],
};
