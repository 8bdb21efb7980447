// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { mayBeStarting } from '../../occasions/outages.js';

export const runtimeStatusReadyWhilePodsRun: Contract = {
  id: 'runtime.status.ready-while-pods-run',
  level: 'must',
  since: '0.1.0',
  title: 'RuntimeReady is true while the runtime runs pods',
  reference: {
    source: 'CRI v1, RuntimeStatus.conditions; kubelet, runtime state',
    says: 'false means that no container can run, and stops all syncing of pods',
  },
  consequence: 'The node is NotReady although the runtime works.',
  covers: ['STA-002', 'R2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('Status')
        .filter(
          (call) =>
            evidence.sandboxes().some(({ run }) => beganAfter(call, run)) &&
            evidence.refused('RunPodSandbox').length === 0 &&
            !mayBeStarting(evidence, call),
        ),
      'the status was not read while pods ran',
      (call) => {
        const ready = call.outcome.response.status?.conditions?.find(({ type }) => type === 'RuntimeReady');
        return holds([call], ready?.status === true, {
          expected: 'RuntimeReady true',
          actual: JSON.stringify(ready ?? null),
        });
      },
    ),
};
