// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { untilCleared } from '../fault.js';
import type { Scenario } from '../scenario.js';

export const sandboxWithoutAddress: Scenario = {
  id: 'sandbox.without-address',
  title: 'the kubelet sees a sandbox without an address, and creates another',
  needs: ['pod-network'],
  faults: [
    {
      rpc: 'PodSandboxStatus',
      times: untilCleared,
      effect: {
        kind: 'rewrite',
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
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'RunPodSandbox', ended: 'begun', count: 2 },
    { do: 'clear-faults' },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.later-attempt-later', 'sandbox.run.id-unique'],
};
