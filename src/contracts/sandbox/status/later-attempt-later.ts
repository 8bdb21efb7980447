// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxView } from '#evidence/history/sandbox-history.js';
import { parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, pairs } from '../../judging/judging.js';

export const sandboxStatusLaterAttemptLater: Contract = {
  id: 'sandbox.status.later-attempt-later',
  level: 'should',
  since: '0.1.0',
  title: 'A later sandbox of a pod does not have an earlier created_at',
  reference: {
    source: 'kubelet, sandbox garbage collection and findNextAttempt',
    says: 'the kubelet sorts the sandboxes of a pod by created_at, and keeps the newest',
  },
  consequence: 'Garbage collection keeps the wrong sandbox, and statistics are those of a dead one.',
  covers: ['SBX-008'],
  check: (evidence) =>
    judgeEach(
      pairs(evidence.sandboxes(), (one, other) => {
        const isLater =
          one.config.metadata?.uid === other.config.metadata?.uid && beganAfter(other.run, one.run);
        const [first] = one.views;
        const [second] = other.views;
        return !isLater || first === undefined || second === undefined ? [] : [[first, second] as const];
      }),
      'no pod had two sandboxes',
      ([first, second]) =>
        // Some clocks count seconds.
        holds([first.call, second.call], createdAt(second) > createdAt(first) - 1_000_000_000n, {
          expected: `created_at after ${readableTime(createdAt(first))}`,
          actual: readableTime(createdAt(second)),
        }),
    ),
};

function createdAt(view: SandboxView): bigint {
  return parseInt64(view.kind === 'status' ? view.status.created_at : view.item.created_at);
}
