// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

/** As a kubelet without CPU quotas creates one whose CPUs and memory its managers have chosen. */
const pinned = containerByHand('pinned', box('wait'), {
  cpu_shares: '1024',
  cpuset_cpus: '{cpu}',
  cpuset_mems: '{numa}',
});

export const resourcesUpdate: Scenario = {
  id: 'resources.update',
  title:
    'the CPU share and the CPU set of a running container are changed, and another one is created with both',
  pod: {
    metadata: { name: 'resized' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('wait'),
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: { container_id: '{container:main}', linux: { cpu_shares: '102' } },
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    // All that the CPU manager sends.
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: { container_id: '{container:main}', linux: { cpuset_cpus: '{cpu}' } },
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'CreateContainer', request: pinned, as: 'pinned' },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:pinned}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:pinned}' } },
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{made:pinned}', timeout: '0' } },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:pinned}' } },
  ],
  exercises: [
    'container.status.resources-as-asked',
    'resources.update.others-kept',
    'resources.update.shown',
    'resources.update.succeeds',
  ],
};
