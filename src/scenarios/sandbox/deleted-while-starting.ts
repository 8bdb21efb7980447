// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxDeletedWhileStarting: Scenario = {
  id: 'sandbox.deleted-while-starting',
  title: 'a pod is deleted while its sandbox is being created',
  faults: [{ rpc: 'RunPodSandbox', effect: { kind: 'delay', ms: 500 } }],
  pod: {
    metadata: { name: 'called-back' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'RunPodSandbox', ended: 'begun', count: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.remove.gone'],
};
