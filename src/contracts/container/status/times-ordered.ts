// SPDX-License-Identifier: Apache-2.0
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import { tookMs } from '#evidence/history/order.js';
import { parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';

export const containerStatusTimesOrdered: Contract = {
  id: 'container.status.times-ordered',
  level: 'should',
  since: '0.1.0',
  title: 'created_at, started_at and finished_at are in this order',
  reference: {
    source: 'CRI v1, ContainerStatus',
    says: 'a container is created before it starts and starts before it ends',
  },
  consequence: 'The API shows containers that ended before they started, and negative durations.',
  covers: ['CST-004', 'E2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          statusViews(life).map((view) => ({
            ...view,
            slackNs: slackOf(life) + evidence.setBackNs(life.create.beganMs, view.call.endedMs),
          })),
        )
        .filter(({ status }) => parseInt64(status.started_at) !== 0n),
      'no status of a started container was read',
      ({ call, status, slackNs }) => {
        const created = parseInt64(status.created_at);
        const started = parseInt64(status.started_at);
        const finished = parseInt64(status.finished_at);
        const ok = started >= created - slackNs && (finished === 0n || finished >= started - slackNs);
        return holds([call], ok, {
          expected: 'created_at, then started_at, then finished_at (apart from the time its start took)',
          actual: [created, started, finished].map(readableTime).join(', '),
        });
      },
    ),
};

/** A short program may exit before the runtime takes the time of its start. */
function slackOf(life: ContainerHistory): bigint {
  const start = firstStart(life);
  return BigInt(1000 + Math.ceil(start === undefined ? 0 : tookMs(start))) * 1_000_000n;
}
