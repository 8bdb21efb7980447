// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { unexercised } from '../../verdict.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const sandboxRemoveSucceeds: Contract = {
  id: 'sandbox.remove.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'RemovePodSandbox of a stopped sandbox succeeds',
  reference: { source: 'CRI v1, RPC RemovePodSandbox', says: 'a stopped sandbox can be removed' },
  consequence: 'Dead sandboxes pile up on the node.',
  covers: ['SBX-019'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap((life) =>
          life.removes
            .slice(0, 1)
            .filter((remove) => life.stops.some((stop) => isAnswered(stop) && beganAfter(remove, stop))),
        ),
      'no stopped sandbox was removed',
      // How long it may take is judged by runtime.calls.answered; the clean-up after a scenario waits for less.
      (remove) =>
        remove.outcome.kind === 'unanswered' && (remove.deadlineMs ?? Infinity) < kubeletWaitsMs
          ? unexercised('it was given up before a kubelet would have')
          : mustSucceed(remove, 'the first RemovePodSandbox'),
    ),
};

/** runtimeRequestTimeout of a kubelet. */
const kubeletWaitsMs = 120_000;
