// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const imagePullAgainAfterCancel: Contract = {
  id: 'image.pull.again-after-cancel',
  level: 'must',
  since: '0.1.0',
  title: 'An image can be pulled after a pull of it that stalled and was given up',
  reference: {
    source: 'CRI v1, RPC PullImage; kubelet, image puller; kubelet restart',
    says: 'a request that its client gave up may be repeated, and finds no trace of the first',
  },
  consequence: 'After a stall of the registry the image can never be pulled again on this node.',
  covers: ['IMG-008'],
  check: (evidence) =>
    judgeEach(
      evidence.of('PullImage').filter((again) => {
        const name = nameOf(again.request.image);
        // It recovers after the first requests. The last pull decides: the one before it may be the one that stalls.
        const pulls = evidence.of('PullImage').filter(({ request }) => nameOf(request.image) === name);
        return (
          /\/faults\/hangx\d+\//.test(name) &&
          again === pulls.at(-1) &&
          pulls.some((first) => isGivenUp(first) && beganAfter(again, first))
        );
      }),
      'no pull was repeated after one that was given up',
      (again) => mustSucceed(again, 'PullImage after one that was given up'),
    ),
};

/** Some runtimes answer that the call was cancelled, just as it is. */
function isGivenUp({ outcome, deadlineMs, ...call }: RecordedCall): boolean {
  if (outcome.kind !== 'unanswered') return false;
  const isOver = deadlineMs !== null && (call.endedMs ?? Infinity) - call.beganMs >= deadlineMs;
  return outcome.reason === 'client-deadline' || isOver;
}
