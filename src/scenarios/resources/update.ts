// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const resourcesUpdate: Scenario = {
  id: 'resources.update',
  title: 'the CPU share of a running container is changed',
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
  ],
  exercises: ['resources.update.others-kept', 'resources.update.shown'],
};
