// SPDX-License-Identifier: Apache-2.0
import type { Scenario } from '../scenario.js';

export const startBadImageName: Scenario = {
  id: 'start.bad-image-name',
  title: 'a container has an invalid image name',
  pod: {
    metadata: { name: 'misspelt' },
    spec: { containers: [{ name: 'main', image: 'registry.test/Box:1' }] },
  },
  steps: [
    { do: 'wait-for-problem', reason: 'InvalidImageName', container: 'main' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['sandbox.run.ready-at-once', 'sandbox.stop.succeeds'],
};
