// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import { parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusTimesImmutable: Contract = {
  id: 'container.status.times-immutable',
  level: 'must',
  since: '0.1.0',
  title: 'created_at, started_at and finished_at never change once they are set',
  reference: {
    source: 'kubelet, restart back-off and container garbage collection',
    says: 'the kubelet keys its back-off and its order of instances by these times',
  },
  consequence: 'Back-off starts over, and the newest instance is taken for an old one.',
  covers: ['E2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .map(statusViews)
        .filter((views) => views.length > 1),
      'no container status was read twice',
      (views) => {
        const changed = fields.flatMap((field) => {
          const times = views.map(({ status }) => parseInt64(status[field]));
          // Zero until it is set; after that it is a change like any other.
          const seen = [
            ...new Set(
              times.slice(
                Math.max(
                  0,
                  times.findIndex((time) => time !== 0n),
                ),
              ),
            ),
          ];
          return seen.length > 1 ? [`${field} ${seen.map(readableTime).join(', then ')}`] : [];
        });
        return holds(
          views.map(({ call }) => call),
          changed.length === 0,
          { expected: 'the same times in every status', actual: changed.join('; ') },
        );
      },
    ),
};

const fields = ['created_at', 'started_at', 'finished_at'] as const;
