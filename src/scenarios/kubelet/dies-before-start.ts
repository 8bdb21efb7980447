// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const kubeletDiesBeforeStart: Scenario = {
  id: 'kubelet.dies-before-start',
  title:
    'the kubelet dies between the creation and the start of a container, and the next one creates another',
  faults: [{ rpc: 'StartContainer', effect: { kind: 'hang' } }],
  pod: {
    metadata: { name: 'half-made' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'StartContainer', ended: 'begun', count: 1 },
    { do: 'restart-kubelet' },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.create.created-state',
    'container.status.later-attempt-later',
    'sandbox.stop.created-not-awaited',
  ],
};
