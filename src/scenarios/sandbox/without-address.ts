// SPDX-License-Identifier: Apache-2.0
import { untilHealed } from '../fault.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const sandboxWithoutAddress: Scenario = defineScenario({
  id: 'sandbox.without-address',
  title: 'the kubelet sees a sandbox without an address, and makes another',
  flows: ['S38'],
  needs: ['pod-network'],
  faults: [
    {
      rpc: 'PodSandboxStatus',
      times: untilHealed,
      strike: {
        kind: 'show',
        what: 'a network answer without an address',
        instead: (answer) => ({
          ...answer,
          status: { ...(answer['status'] as object | undefined), network: {} },
        }),
      },
    },
  ],
  pod: {
    metadata: { name: 'unreachable' },
    spec: {
      terminationGracePeriodSeconds: 2,
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/box', 'print ready', 'wait'] }],
    },
  },
  beats: [
    { do: 'until-calls', rpc: 'RunPodSandbox', ended: 'begun', count: 2 },
    { do: 'heal' },
    { do: 'until', container: 'main', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.later-attempt-later', 'sandbox.run.id-unique'],
});
