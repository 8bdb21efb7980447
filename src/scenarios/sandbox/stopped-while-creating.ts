// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

const sandbox = { pod_sandbox_id: '{sandbox}' };
const program = box('print too late', 'wait');

export const sandboxStoppedWhileCreating: Scenario = {
  id: 'sandbox.stopped-while-creating',
  title: 'containers are created before and while their sandbox is being stopped, and started after that',
  pod: {
    metadata: { name: 'closing' },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('early', program), as: 'early' },
    { do: 'call', rpc: 'StopPodSandbox', request: sandbox, together: true },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('during', program), as: 'during' },
    { do: 'wait-for-calls', rpc: 'StopPodSandbox', ended: 'any', count: 1 },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:early}' } },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:during}' } },
    { do: 'call', rpc: 'ListContainers', request: { filter: sandbox } },
    { do: 'call', rpc: 'RemovePodSandbox', request: sandbox },
    { do: 'call', rpc: 'ListContainers', request: {} },
  ],
  exercises: [
    'container.start.stopped-sandbox-refused',
    'sandbox.remove.succeeds',
    'sandbox.remove.takes-containers',
    'sandbox.stop.succeeds',
  ],
};
