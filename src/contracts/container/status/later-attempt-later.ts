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
        return first === undefined || second === undefined ? [] : [[first, second] as const];
      }),
      'no container was seen in two instances',
      ([first, second]) =>
        holds([first.call, second.call], createdAt(second) > createdAt(first), {
          expected: `created_at after ${readableTime(createdAt(first))}`,
          actual: readableTime(createdAt(second)),
        }),
    ),
};

function createdAt(view: ContainerAnswer): bigint {
  return parseInt64(view.kind === 'status' ? view.status.created_at : view.item.created_at);
}
