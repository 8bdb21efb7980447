// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';

const missing = { image: `registry.test/${madeUpIdPrefix}image:1` };
const spare = containerByHand('spare', box('wait'));
const withoutImage = { ...spare, config: { ...(spare['config'] as object), image: missing } };
const ofPod = { filter: { label_selector: { [podUidLabel]: '{uid}' } } };

export const startRefusedThenRight: Scenario = {
  id: 'start.refused-then-right',
  title:
    'a container and a sandbox cannot be made, leave nothing, and are made under the same name after that',
  pod: {
    metadata: { name: 'second-try' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'CreateContainer', request: withoutImage },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'CreateContainer', request: spare, as: 'spare' },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:spare}' } },
    {
      do: 'call',
      rpc: 'RunPodSandbox',
      request: { ...sandboxByHand('again'), runtime_handler: 'criprobe-unknown-handler' },
    },
    { do: 'call', rpc: 'ListPodSandbox', request: ofPod },
    { do: 'call', rpc: 'RunPodSandbox', request: sandboxByHand('again'), as: 'again' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{made:again}' } },
  ],
  exercises: [
    'container.create.succeeds',
    'container.list.nothing-unknown',
    'sandbox.list.nothing-unknown',
    'sandbox.list.succeeds',
    'sandbox.run.succeeds',
  ],
};
