// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxStoppedFromOutside: Scenario = {
  id: 'sandbox.stopped-from-outside',
  title: 'somebody stops the sandbox of a running pod, and the kubelet creates another',
  pod: {
    metadata: { name: 'resettled' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.later-attempt-later',
    'sandbox.stop.ends-containers',
    'sandbox.stop.idempotent',
  ],
};
