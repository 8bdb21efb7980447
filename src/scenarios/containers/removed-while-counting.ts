// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const containersRemovedWhileCounting: Scenario = {
  id: 'containers.removed-while-counting',
  title: 'a running container is removed while its program writes to its log',
  waitsMs: 3000,
  pod: {
    metadata: { name: 'pendulum' },
    spec: {
      containers: [{ name: 'removed', image: 'registry.test/box:1', command: box('tick 200ms beat') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'removed', line: 'beat 1' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{container:removed}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:removed}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'let-time-pass', ms: 2500 },
    { do: 'capture-log', container: 'removed' },
  ],
  exercises: ['container.remove.forces-running', 'container.remove.gone', 'container.stop.silent-after'],
};
