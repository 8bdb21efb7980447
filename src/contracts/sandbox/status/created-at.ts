// SPDX-License-Identifier: Apache-2.0
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { makingBeganMs } from '../../occasions/attempts.js';

export const sandboxStatusCreatedAt: Contract = {
  id: 'sandbox.status.created-at',
  level: 'must',
  since: '0.1.0',
  title: 'The created_at of a sandbox is a time within its RunPodSandbox, in nanoseconds since 1970',
  reference: {
    source: 'CRI v1, PodSandboxStatus.created_at; kubelet, verifySandboxStatus',
    says: 'creation time in nanoseconds, above zero; the kubelet refuses a status without it',
  },
  consequence:
    'If it is 0, the pod is never inspected again; in another unit, the wrong sandbox counts as the newest.',
  covers: ['SBX-007', 'GEN-015', 'L1'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no sandbox was read',
      ({ life: { run }, view }) => {
        const at = parseInt64(view.kind === 'status' ? view.status.created_at : view.item.created_at);
        const { from, to } = evidence.wallWindow(makingBeganMs(evidence, run), run.endedMs);
        return holds([run, view.call], at >= from - clockToleranceNs && at <= to + clockToleranceNs, {
          expected: `created_at from ${readableTime(from)} to ${readableTime(to)}`,
          actual: readableTime(at),
        });
      },
    ),
};
