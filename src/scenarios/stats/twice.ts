// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { unknownContainer } from '#base/made-up-id.js';
import type { Scenario } from '../scenario.js';

const grower = { container_id: '{container:grower}' };

export const statsTwice: Scenario = {
  id: 'stats.twice',
  title: 'the statistics of a busy container are read twice, and those of one that allocates memory later',
  pod: {
    metadata: { name: 'busy' },
    spec: {
      volumes: [{ name: 'node', hostPath: { path: '{scratch}' } }],
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('cpu 200ms', 'wait') },
        {
          name: 'grower',
          image: 'registry.test/box:1',
          command: box('await /node/go', 'memory 32m', 'print grown', 'wait'),
          volumeMounts: [{ name: 'node', mountPath: '/node' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'wait-for-container', container: 'grower', state: 'running' },
    // Before it allocates anything.
    { do: 'call', rpc: 'ContainerStats', request: grower },
    { do: 'read-stats-twice', container: 'main' },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: unknownContainer } },
    { do: 'touch', file: 'go' },
    { do: 'wait-for-log', container: 'grower', line: 'grown' },
    { do: 'call', rpc: 'ContainerStats', request: grower },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStatus', request: grower },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: [
    'stats.container.attributes',
    'stats.container.counters-grow',
    'stats.container.follows-load',
    'stats.container.missing-refused',
    'stats.container.succeeds',
    'stats.list.of-sandbox',
    'stats.list.succeeds',
  ],
};
