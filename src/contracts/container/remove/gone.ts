// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { held, unexercised } from '../../verdict.js';

export const containerRemoveGone: Contract = {
  id: 'container.remove.gone',
  level: 'must',
  since: '0.1.0',
  title: 'After RemoveContainer the container is in no list and no status',
  reference: {
    source: 'CRI v1, RPC RemoveContainer; kubelet, container garbage collection',
    says: 'a removed container is gone for good',
  },
  consequence: 'The same container is collected over and over, and its image stays in use.',
  covers: ['RMV-002'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) => life.removes.filter(isAnswered).map((remove) => ({ life, remove }))),
      'no container was removed',
      ({ life, remove }) => {
        const shown = life.views.find(({ call }) => beganAfter(call, remove));
        const proof = life.absences.filter((read) => beganAfter(read, remove));
        if (shown !== undefined) {
          return holds([remove, shown.call], false, {
            expected: `container ${life.id} gone after RemoveContainer`,
            actual: `${shown.state} in ${shown.call.rpc}`,
          });
        }
        return proof.length === 0
          ? unexercised('nothing was read after a container was removed')
          : held([remove.seq, ...proof.map(({ seq }) => seq)]);
      },
    ),
};
