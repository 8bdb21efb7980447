// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

/** Most end well: a runtime that misses one exit in ten shows it here. */
const codes: readonly number[] = [0, 0, 0, 255, 0, 0, 1, 0, 0, 0, 42, 0, 0, 0, 0, 0];

const nameOf = (index: number): string => `job-${index}`;

export const containersFastExits: Scenario = {
  id: 'containers.fast-exits',
  title: 'sixteen containers end within milliseconds, one with the highest exit code there is',
  pod: {
    metadata: { name: 'swarm' },
    spec: {
      restartPolicy: 'Never',
      containers: codes.map((code, index) => ({
        name: nameOf(index),
        image: 'registry.test/box:1',
        command: box(`exit ${code}`),
      })),
    },
  },
  steps: [
    { do: 'wait-for-phase', phase: 'Failed' },
    ...codes.map((_, index) => ({
      do: 'call' as const,
      rpc: 'ContainerStatus',
      request: { container_id: `{container:${nameOf(index)}}` },
    })),
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'container.list.agrees-with-status',
    'container.status.exit-code-true',
    'container.status.exit-explained',
    'container.status.exit-noticed',
    'container.status.reason-fits',
  ],
};
