// SPDX-License-Identifier: Apache-2.0
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { containersThrough } from '../../occasions/outages.js';

export const restartContainerCreatedStaysCreated: Contract = {
  id: 'restart.container.created-stays-created',
  level: 'must',
  since: '0.1.0',
  title: 'A container that was not started is still CREATED after a restart of the runtime',
  reference: {
    source: 'CRI v1, ContainerState; kubelet, relist',
    says: 'only StartContainer starts a container, and only an exit ends one',
  },
  consequence: 'A program that never ran counts as one that ran and ended.',
  covers: ['L2'],
  check: (evidence) =>
    judgeEach(
      containersThrough(evidence).filter(
        ({ life, before }) =>
          before.state === 'CONTAINER_CREATED' && life.starts.every(({ seq }) => seq > before.call.seq),
      ),
      'no container that was CREATED before an outage of the daemon was read after it',
      ({ before, after }) => {
        const wrong = after.find(
          ({ state, status }) => state !== 'CONTAINER_CREATED' || parseInt64(status.started_at) > 0n,
        );
        const { state, status, call } = wrong ?? after[0];
        return holds([before.call, call], wrong === undefined, {
          expected: 'CONTAINER_CREATED with started_at 0, as before',
          actual: `${state} with started_at ${status.started_at ?? '0'}, exit_code ${status.exit_code ?? 0}`,
        });
      },
    ),
};
