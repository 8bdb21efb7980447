// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const garbageSandboxes: Scenario = {
  id: 'garbage.sandboxes',
  title: 'a finished pod is deleted, and its containers and its sandbox are removed',
  pod: {
    metadata: { name: 'finished' },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print done', 'exit 0') }],
    },
  },
  steps: [
    { do: 'wait-for-phase', phase: 'Succeeded' },
    { do: 'wait-for-termination' },
    { do: 'collect-garbage' },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
  ],
  exercises: [
    'container.status.missing-not-found',
    'sandbox.remove.gone',
    'sandbox.status.missing-not-found',
  ],
};
