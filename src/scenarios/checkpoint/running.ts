// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const checkpointRunning: Scenario = {
  id: 'checkpoint.running',
  title: 'a user checkpoints the running containers of a pod, the second one without a limit of time',
  since: '1.25',
  pod: {
    metadata: { name: 'remembered' },
    spec: {
      containers: ['main', 'other'].map((name) => ({
        name,
        image: 'registry.test/box:1',
        command: box('print ready', 'wait'),
      })),
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'other', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { state: {} } } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { state: { state: 'CONTAINER_RUNNING' } } } },
    {
      do: 'call',
      rpc: 'CheckpointContainer',
      request: {
        container_id: '{container:main}',
        location: '{scratch}/checkpoint-{uid}-main.tar',
        timeout: '120',
      },
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    {
      do: 'call',
      rpc: 'CheckpointContainer',
      request: { container_id: '{container:other}', location: '{scratch}/checkpoint-{uid}-other.tar' },
    },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:other}' } },
  ],
  exercises: [
    'checkpoint.container.archive-written',
    'checkpoint.container.goes-on',
    'container.list.state-filter',
    'container.status.times-immutable',
  ],
};
