// SPDX-License-Identifier: Apache-2.0
import type { PodSandbox } from '#cri/proto/generated/messages.js';
import { sandboxListViews, sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { changedFields, textOf } from '../../judging/unchanged.js';
import type { SandboxStatusView } from '../../occasions/outages.js';

export const sandboxListAgreesWithStatus: Contract = {
  id: 'sandbox.list.agrees-with-status',
  level: 'must',
  since: '0.1.0',
  title:
    'Every list agrees with the status on metadata, labels, annotations, creation time and handler of a sandbox',
  reference: {
    source: 'CRI v1, PodSandbox and PodSandboxStatus',
    says: 'both describe one object with the same fields',
  },
  consequence: 'What the kubelet knows of a pod depends on how it asked last.',
  covers: ['L4'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => {
        const reads = sandboxStatusViews(life);
        return reads.length === 0
          ? []
          : sandboxListViews(life).map((listed) => ({ listed, read: nearest(reads, listed.call.seq) }));
      }),
      'no sandbox was read both in a list and in its status',
      ({ listed, read }) => {
        const changed = changedFields<PodSandbox>(read.status, listed.item, fields);
        return holds([read.call, listed.call], changed.length === 0, {
          expected: `${textOf<PodSandbox>(read.status, changed)} as in the status`,
          actual: textOf(listed.item, changed),
        });
      },
    ),
};

const fields = ['metadata', 'labels', 'annotations', 'created_at', 'runtime_handler'] as const;

/** The last status before the list, or else the first after it. */
function nearest(reads: readonly SandboxStatusView[], seq: number): SandboxStatusView {
  return (reads.findLast(({ call }) => call.seq < seq) ?? reads[0]) as SandboxStatusView;
}
