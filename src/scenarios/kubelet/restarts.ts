// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const kubeletRestarts: Scenario = {
  id: 'kubelet.restarts',
  title: 'the kubelet restarts while its pod runs, and deletes the pod afterwards',
  pod: {
    metadata: { name: 'adopted' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'restart-kubelet' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: [
    'container.list.stays-until-removed',
    'container.status.state-forward',
    'container.status.times-immutable',
    'sandbox.list.filters-find',
    'sandbox.network.ip-stable',
    'sandbox.status.metadata-unchanged',
  ],
};
