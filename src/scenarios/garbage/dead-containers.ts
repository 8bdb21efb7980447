// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const garbageDeadContainers: Scenario = {
  id: 'garbage.dead-containers',
  title: 'a container has crashed twice, and only its newest dead instance is kept',
  waitsMs: 2800,
  pod: {
    metadata: { name: 'littered' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print again', 'exit 4') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited', restarts: 2 },
    { do: 'collect-garbage' },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.list.stays-until-removed', 'container.remove.succeeds'],
};
