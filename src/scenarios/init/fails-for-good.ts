// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const initFailsForGood: Scenario = {
  id: 'init.fails-for-good',
  title: 'an init container fails in a pod that is never restarted, and the pod has failed',
  pod: {
    metadata: { name: 'hopeless' },
    spec: {
      restartPolicy: 'Never',
      initContainers: [
        { name: 'prepare', image: 'registry.test/box:1', command: box('eprint no', 'exit 1') },
      ],
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }],
    },
  },
  steps: [
    { do: 'wait-for-phase', phase: 'Failed' },
    { do: 'wait-for-termination' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:prepare}' } },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.list.stays-until-removed',
    'container.status.exit-code-true',
    'sandbox.stop.succeeds',
  ],
};
