// SPDX-License-Identifier: Apache-2.0
import type { ContainerAnswer } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import { parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, pairs } from '../../judging/judging.js';

export const containerStatusLaterAttemptLater: Contract = {
  id: 'container.status.later-attempt-later',
  level: 'must',
  since: '0.1.0',
  title: 'A later instance of a container has a later created_at',
  reference: {
    source: 'kubelet, podContainerStatus order',
    says: 'the instance with the latest creation time is the current one',
  },
  consequence: 'An old instance counts as the current one: the container restarts endlessly, or never.',
  covers: ['CST-002'],
  check: (evidence) =>
    judgeEach(
      pairs(evidence.containers(), (one, other) => {
        if (one.name !== other.name || !beganAfter(other.create, one.create)) return [];
        const [first] = one.views;
        const [second] = other.views;
        if (first === undefined || second === undefined) return [];
        const backNs = evidence.setBackNs(one.create.beganMs, other.create.endedMs);
        const mayEqual = other.create.beganMs - one.create.endedMs <= tickMs(createdAt(first));
        return [{ first, second, earliest: createdAt(first) - backNs, mayEqual: mayEqual || backNs > 0n }];
      }),
      'no container was seen in two instances',
      ({ first, second, earliest, mayEqual }) => {
        const at = createdAt(second);
        return holds([first.call, second.call], at > earliest || (mayEqual && at === earliest), {
          expected: `created_at after ${readableTime(earliest)}`,
          actual: readableTime(at),
        });
      },
    ),
};

const nsPerSecond = 1_000_000_000n;

/** The time for which this clock shows the same: kernels count at least 100 ticks in a second. */
const tickMs = (time: bigint): number => (time % nsPerSecond === 0n ? 1000 : 10);

function createdAt(view: ContainerAnswer): bigint {
  return parseInt64(view.kind === 'status' ? view.status.created_at : view.item.created_at);
}
