// SPDX-License-Identifier: Apache-2.0
import { viewsAfter } from '#evidence/history/container-history.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerCreateCreatedState: Contract = {
  id: 'container.create.created-state',
  level: 'must',
  since: '0.1.0',
  title:
    'A container that was created but not started is CREATED, without start and end times and with exit code 0',
  reference: {
    source: 'CRI v1, ContainerStatus; kubelet, computePodActions',
    says: 'creation makes the container ready to start and starts nothing',
  },
  consequence: 'The kubelet does not see what it created and creates it again, or shows invented times.',
  covers: ['CTR-002', 'L2'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => viewsAfter(life, life.create).map((view) => ({ life, view }))),
      'no container was read between its creation and its start',
      ({ life, view }) => {
        const { state } = view;
        const {
          started_at: started,
          finished_at: finished,
          exit_code: code = 0,
        } = view.kind === 'status' ? view.status : {};
        const clean = parseInt64(started) === 0n && parseInt64(finished) === 0n && code === 0;
        return holds([life.create, view.call], state === 'CONTAINER_CREATED' && clean, {
          expected: 'CONTAINER_CREATED, started_at 0, finished_at 0, exit_code 0',
          actual: `${state}, started_at ${started ?? '0'}, finished_at ${finished ?? '0'}, exit_code ${code}`,
        });
      },
    ),
};
