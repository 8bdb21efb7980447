// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxRemovedFromOutside: Scenario = {
  id: 'sandbox.removed-from-outside',
  title: 'somebody removes the sandbox of a running pod, and the kubelet creates another',
  pod: {
    metadata: { name: 'robbed' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'resume-kubelet' },
    { do: 'wait-for-calls', rpc: 'RunPodSandbox', ended: 'ok', count: 2 },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.later-attempt-later',
    'sandbox.remove.takes-containers',
    'sandbox.run.id-unique',
  ],
};
