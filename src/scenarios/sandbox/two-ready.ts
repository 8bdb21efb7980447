// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';

export const sandboxTwoReady: Scenario = {
  id: 'sandbox.two-ready',
  title: 'a pod has two ready sandboxes, and the kubelet stops both and creates a third',
  pod: {
    metadata: { name: 'doubled' },
    spec: {
      terminationGracePeriodSeconds: 2,
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'RunPodSandbox', request: sandboxByHand('doubled'), as: 'second' },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{made:second}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.later-attempt-later',
    'sandbox.network.ip-not-shared',
    'sandbox.run.id-unique',
  ],
};
