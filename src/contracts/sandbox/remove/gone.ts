// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const sandboxRemoveGone: Contract = {
  id: 'sandbox.remove.gone',
  level: 'must',
  since: '0.1.0',
  title: 'After RemovePodSandbox the sandbox is in no list and no status',
  reference: {
    source: 'CRI v1, RPC RemovePodSandbox; kubelet, sandbox garbage collection',
    says: 'a removed sandbox is gone; what is still listed is collected again',
  },
  consequence: 'The same sandbox is collected over and over, and its pod is never forgotten.',
  covers: ['SBX-020'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap((life) => life.removes.filter(isAnswered).map((remove) => ({ life, remove }))),
      'no sandbox was removed',
      ({ life, remove }) => {
        const shown = life.views.find(({ call }) => beganAfter(call, remove));
        const proof = life.absences.filter((read) => beganAfter(read, remove));
        if (shown !== undefined) {
          return holds([remove, shown.call], false, {
            expected: `sandbox ${life.id} gone after RemovePodSandbox`,
            actual: `${shown.state} in ${shown.call.rpc}`,
          });
        }
        return proof.length === 0
          ? unexercised('nothing was read after a sandbox was removed')
          : holds([remove, ...proof], true, { expected: '', actual: '' });
      },
    ),
};
