// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isEndedBefore } from '../../occasions/occasions.js';

export const containerRemoveSucceeds: Contract = {
  id: 'container.remove.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveContainer of an ended container succeeds',
  reference: { source: 'CRI v1, RPC RemoveContainer', says: 'an ended container can be removed' },
  consequence: 'Dead containers pile up on the node.',
  covers: ['L6', 'RS4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) => firstAlone(life.removes).filter((remove) => isEndedBefore(life, remove))),
      'no ended container was removed',
      (remove) => mustSucceed(remove, 'the first RemoveContainer'),
    ),
};

/**
 * Of two concurrent calls, as a sync and the container deletor may send them, one may find the other in
 * progress.
 */
function firstAlone<C extends RecordedCall>([first, second]: readonly C[]): readonly C[] {
  if (first === undefined) return [];
  return second === undefined || beganAfter(second, first) ? [first] : [];
}
