// SPDX-License-Identifier: Apache-2.0
import { containerNameLabel, podUidLabel } from '#base/pod-labels.js';
import { unknownContainer, unknownSandbox } from '#base/made-up-id.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

const exited = { state: { state: 'CONTAINER_EXITED' } };

export const containersOddRequests: Scenario = {
  id: 'containers.odd-requests',
  title: 'containers are stopped that ended by themselves or never ran, and calls name what does not exist',
  pod: {
    metadata: { name: 'odd' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'done', image: 'registry.test/box:1', command: box('exit 3') },
        { name: 'main', image: 'registry.test/box:1', command: box('wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'done', state: 'exited' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:done}' } },
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{container:done}', timeout: '30' } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}', ...exited } } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:done}' } },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: {
        filter: { label_selector: { [podUidLabel]: '{uid}', [containerNameLabel]: 'main' } },
      },
    },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: {
        filter: { label_selector: { [podUidLabel]: '{uid}', [containerNameLabel]: 'nobody' } },
      },
    },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}', 'test.criprobe/color': 'red' } } },
    },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('idle', box('wait')), as: 'idle' },
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{made:idle}', timeout: '1' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:idle}' } },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:idle}' } },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'StartContainer', request: { container_id: unknownContainer } },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: unknownContainer } },
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: { container_id: unknownContainer, linux: { cpu_shares: '102' } },
    },
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: { container_id: '{made:spare}', linux: { cpu_shares: '102' } },
    },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: unknownContainer } },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: unknownSandbox } },
    {
      do: 'call',
      rpc: 'CreateContainer',
      request: { ...containerByHand('lost', box('wait')), pod_sandbox_id: unknownSandbox },
    },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
  ],
  exercises: [
    'container.create.unknown-sandbox-refused',
    'container.list.filters-and',
    'container.list.nothing-unknown',
    'container.list.state-filter',
    'container.remove.never-started',
    'container.remove.unknown-ok',
    'container.start.unknown-refused',
    'container.stop.idempotent',
    'container.stop.never-started',
    'container.stop.returns-promptly',
    'log.reopen.unknown-refused',
    'resources.update.unknown-refused',
    'sandbox.list.filters-and',
    'sandbox.remove.unknown-ok',
  ],
};
