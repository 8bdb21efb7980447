// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

export const startBadEntrypoint: Scenario = {
  id: 'start.bad-entrypoint',
  title: 'a container whose program does not exist is started next to one that runs',
  pod: {
    metadata: { name: 'typo' },
    spec: {
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('wait') },
        { name: 'typo', image: 'registry.test/box:1', command: ['/criprobe-unknown-program'] },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    // If the OCI runtime looks for the program on creation, then the creation fails.
    { do: 'wait-for-calls', rpc: ['CreateContainer', 'StartContainer'], ended: 'refused', count: 1 },
    { do: 'pause-kubelet' },
    // The events of one container have the statuses of the others.
    { do: 'watch-events' },
    {
      do: 'call',
      rpc: 'CreateContainer',
      request: containerByHand('spare', ['/criprobe-unknown-program']),
      as: 'spare',
    },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:spare}' } },
  ],
  exercises: [
    'container.remove.gone',
    'container.start.failed-is-exited',
    'container.start.failed-not-running',
  ],
};
