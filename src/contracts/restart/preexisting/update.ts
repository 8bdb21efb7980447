// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { mustShow, updatesOf } from '../../occasions/updates.js';

export const restartPreexistingUpdate: Contract = {
  id: 'restart.preexisting.update',
  level: 'must',
  since: '0.1.0',
  title: 'The resources of a container from before the restart can be updated, and the status shows it',
  reference: {
    source: 'CRI v1, RPC UpdateContainerResources; kubelet, CPU manager and in-place resize',
    says: 'the kubelet sends the wanted resources for every running container, again and again',
  },
  consequence: 'After a restart of the runtime a resize hangs, and the CPU manager cannot move containers.',
  covers: ['RS4', 'U1'],
  check: (evidence) =>
    judgeEach(
      updatesOf(evidence).filter(({ update }) => {
        const life = evidence.container(update.request.container_id ?? '');
        return life !== undefined && isAcross(evidence, life.create, update);
      }),
      'no resources of a container from before a restart were changed',
      ({ update, after }) =>
        isAnswered(update)
          ? mustShow({ update, after })
          : mustSucceed(update, 'UpdateContainerResources of a container from before the restart'),
    ),
};
