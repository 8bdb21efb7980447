// SPDX-License-Identifier: Apache-2.0
import { defineScenario, type Scenario } from '../scenario.js';

export const startBadEntrypoint: Scenario = defineScenario({
  id: 'start.bad-entrypoint',
  title: 'a container is started whose program does not exist',
  needs: ['container-processes'],
  pod: {
    metadata: { name: 'typo' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/criprobe-unknown-program'] }],
    },
  },
  beats: [
    { do: 'until-calls', rpc: 'StartContainer', ended: 'refused', count: 1 },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: ['container.start.failed-is-exited', 'container.start.failed-not-running'],
});
