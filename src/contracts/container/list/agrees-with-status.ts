// SPDX-License-Identifier: Apache-2.0
import { listViews, statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { clockToleranceNs, parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const containerListAgreesWithStatus: Contract = {
  id: 'container.list.agrees-with-status',
  level: 'must',
  since: '0.1.0',
  title: 'Lists and status agree on creation time and image of a container',
  reference: {
    source: 'CRI v1, Container and ContainerStatus; kubelet, pod lifecycle event generator',
    says: 'the kubelet sees changes in lists and reads details in the status',
  },
  consequence: 'The kubelet reads a status again only when the list changes, so wrong data persists.',
  covers: ['CST-026', 'L4'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().filter((life) => statusViews(life).length > 0 && listViews(life).length > 0),
      'no container was read both in a list and in its status',
      (life) => {
        const [read] = statusViews(life);
        const [listed] = listViews(life);
        if (read === undefined || listed === undefined)
          return unexercised('no container was read in both ways');
        const times = [parseInt64(read.status.created_at), parseInt64(listed.item.created_at)] as const;
        const ids = [read.status.image_id ?? '', listed.item.image_id ?? ''] as const;
        const sameTime = times[0] === times[1] || times.every((time) => isOfCreation(evidence, life, time));
        const ok = sameTime && (ids.includes('') || sameImage(...ids));
        return holds([read.call, listed.call], ok, {
          expected: `created_at ${times[0]}, image_id ${ids[0]} as in the status`,
          actual: `created_at ${times[1]}, image_id ${ids[1]}`,
        });
      },
    ),
};

/** One CreateContainer may read two clocks, and nobody compares the two times. */
function isOfCreation(evidence: Evidence, { create }: ContainerHistory, time: bigint): boolean {
  const { from, to } = evidence.wallWindow(create.beganMs, create.endedMs);
  return time >= from - clockToleranceNs && time <= to + clockToleranceNs;
}
