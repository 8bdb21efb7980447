// SPDX-License-Identifier: Apache-2.0
import type { Container, ContainerStatus } from '#cri/proto/generated/messages.js';
import { listViews, statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { clockToleranceNs, parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { canonical, isSameOrFilled } from '../../judging/unchanged.js';
import type { StatusView } from '../../occasions/occasions.js';

export const containerListAgreesWithStatus: Contract = {
  id: 'container.list.agrees-with-status',
  level: 'must',
  since: '0.1.0',
  title:
    'Every list agrees with the status on metadata, labels, annotations, creation time and image of a container',
  reference: {
    source: 'CRI v1, Container and ContainerStatus; kubelet, pod lifecycle event generator',
    says: 'the kubelet sees changes in lists and reads details in the status',
  },
  consequence: 'The kubelet reads a status again only when the list changes, so wrong data persists.',
  covers: ['L4'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const reads = statusViews(life);
        return reads.length === 0
          ? []
          : listViews(life).map((listed) => ({ life, listed, read: nearest(reads, listed.call.seq) }));
      }),
      'no container was read both in a list and in its status',
      ({ life, listed, read }) => {
        const times = [read.status.created_at, listed.item.created_at].map(parseInt64);
        const wrong = fields.filter(
          (field) =>
            !agrees(field, read.status, listed.item) &&
            !isSameOrFilled(evidence.isUpgraded(), read.status[field], listed.item[field]) &&
            !(field === 'created_at' && areOfCreation(evidence, life, times)),
        );
        return holds([read.call, listed.call], wrong.length === 0, {
          expected: `${wrong.map((field) => `${field} ${canonical(read.status[field])}`).join(', ')} as in the status`,
          actual: wrong.map((field) => `${field} ${canonical(listed.item[field])}`).join(', '),
        });
      },
    ),
};

// The state may change between two calls: container.status.state-forward compares it in all views.
const fields = ['metadata', 'labels', 'annotations', 'created_at', 'image_id'] as const;
type Field = (typeof fields)[number];

/** The last status before the list, or else the first after it. */
function nearest(reads: readonly StatusView[], seq: number): StatusView {
  return (reads.findLast(({ call }) => call.seq < seq) ?? reads[0]) as StatusView;
}

function agrees(field: Field, status: ContainerStatus, item: Container): boolean {
  if (field === 'image_id') return sameImage(status.image_id ?? '', item.image_id ?? '');
  return canonical(status[field]) === canonical(item[field]);
}

/** One CreateContainer may read two clocks, and nobody compares the two times. */
function areOfCreation(evidence: Evidence, { create }: ContainerHistory, times: readonly bigint[]): boolean {
  const { from, to } = evidence.wallWindow(create.beganMs, create.endedMs);
  return times.every((time) => time >= from - clockToleranceNs && time <= to + clockToleranceNs);
}
