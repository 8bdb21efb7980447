// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { unknownContainer } from '#base/made-up-id.js';
import type { Scenario } from '../scenario.js';

export const statsTwice: Scenario = {
  id: 'stats.twice',
  title: 'the statistics of a busy container are read twice',
  pod: {
    metadata: { name: 'busy' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('cpu 200ms', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'read-stats-twice', container: 'main' },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: unknownContainer } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: [
    'stats.container.attributes',
    'stats.container.counters-grow',
    'stats.container.missing-refused',
    'stats.container.succeeds',
    'stats.list.of-sandbox',
    'stats.list.succeeds',
  ],
};
