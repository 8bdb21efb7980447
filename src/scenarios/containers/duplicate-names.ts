// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';

export const containersDuplicateNames: Scenario = {
  id: 'containers.duplicate-names',
  title: 'a second sandbox and a second container are requested with the names of the first',
  pod: {
    metadata: { name: 'twins' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RunPodSandbox', request: sandboxByHand('twin'), as: 'twin' },
    { do: 'call', rpc: 'RunPodSandbox', request: sandboxByHand('twin'), as: 'second' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{made:twin}' } },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')) },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')) },
    {
      do: 'call',
      rpc: 'RunPodSandbox',
      request: { ...sandboxByHand('other-handler'), runtime_handler: 'criprobe-unknown-handler' },
    },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{made:twin}' } },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{made:twin}' } },
  ],
  exercises: [
    'container.create.no-duplicate',
    'runtime.calls.answered',
    'sandbox.network.ip-not-shared',
    'sandbox.remove.succeeds',
    'sandbox.run.id-unique',
    'sandbox.run.no-duplicate',
    'sandbox.run.unknown-handler-refused',
    'sandbox.stop.succeeds',
  ],
};
