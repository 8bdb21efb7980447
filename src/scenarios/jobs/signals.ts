// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const dying = (
  name: string,
  signal: string,
): { name: string; image: string; command: readonly string[] } => ({
  name,
  image: 'registry.test/box:1',
  command: box(`raise ${signal}`),
});

export const jobsSignals: Scenario = {
  id: 'jobs.signals',
  title: 'programs die of signals, in a pod that shares its processes, so that the kernel itself ends them',
  pod: {
    metadata: { name: 'casualties' },
    spec: {
      restartPolicy: 'Never',
      shareProcessNamespace: true,
      containers: [
        dying('term', 'TERM'),
        dying('hup', 'HUP'),
        dying('kill', 'KILL'),
        dying('usr', 'USR1'),
        dying('alarm', 'ALRM'),
      ],
    },
  },
  steps: [
    { do: 'wait-for-phase', phase: 'Failed' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.exit-code-true',
    'container.status.exit-explained',
    'sandbox.status.namespaces-as-asked',
  ],
};
