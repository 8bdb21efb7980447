// SPDX-License-Identifier: Apache-2.0
import { listViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerCreateListedUnderSandbox: Contract = {
  id: 'container.create.listed-under-sandbox',
  level: 'must',
  since: '0.1.0',
  title: 'A container is listed under the sandbox it was created in',
  reference: {
    source: 'CRI v1, Container.pod_sandbox_id; kubelet, getPodContainerStatuses',
    says: 'the kubelet since 1.37 tells by it which containers belong to the current sandbox',
  },
  consequence: 'Init containers never seem to complete: the first is started again and again.',
  covers: ['CTR-002', 'CST-013'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => listViews(life).map((view) => ({ life, view }))),
      'no container was listed',
      ({ life, view }) =>
        holds([life.create, view.call], view.item.pod_sandbox_id === life.sandboxId, {
          expected: `pod_sandbox_id ${life.sandboxId}`,
          actual: `pod_sandbox_id ${view.item.pod_sandbox_id ?? ''}`,
        }),
    ),
};
