// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { held, unexercised } from '../../verdict.js';

export const sandboxRemoveTakesContainers: Contract = {
  id: 'sandbox.remove.takes-containers',
  level: 'must',
  since: '0.1.0',
  title: 'RemovePodSandbox also removes the containers of the sandbox',
  reference: {
    source: 'CRI v1, RPC RemovePodSandbox',
    says: 'containers left in the sandbox are ended and removed with it',
  },
  consequence: 'Containers without a sandbox stay listed and block the removal of their images.',
  covers: ['SBX-019'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const remove = evidence.sandbox(life.sandboxId)?.removes.find(isAnswered);
        const left = remove !== undefined && life.removes.every((own) => beganAfter(own, remove));
        return left ? [{ life, remove }] : [];
      }),
      'no sandbox was removed with a container in it',
      ({ life, remove }) => {
        const shown = life.views.find(({ call }) => beganAfter(call, remove));
        const proof = life.absences.filter((read) => beganAfter(read, remove));
        if (shown !== undefined) {
          return holds([remove, shown.call], false, {
            expected: `container ${life.id} gone with its sandbox`,
            actual: `${shown.state} in ${shown.call.rpc}`,
          });
        }
        return proof.length === 0
          ? unexercised('no containers were read after their sandbox was removed')
          : held([remove.seq, ...proof.map(({ seq }) => seq)]);
      },
    ),
};
