// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { mayBeStarting } from '../../occasions/outages.js';

export const runtimeStatusNetworkReady: Contract = {
  id: 'runtime.status.network-ready',
  level: 'must',
  since: '0.1.0',
  title: 'NetworkReady is true while pods get addresses',
  reference: {
    source: 'CRI v1, RuntimeStatus.conditions; kubelet, runtime state',
    says: 'false holds back every pod that is not on the host network',
  },
  consequence: 'The node is NotReady and no pod starts on it, although its network works.',
  covers: ['STA-003', 'R2'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('Status').flatMap((call) => {
        const pods = evidence.sandboxes().filter((sandbox) => hasAddressBefore(sandbox, call));
        const [pod] =
          evidence.refused('RunPodSandbox').length === 0 && !mayBeStarting(evidence, call) ? pods : [];
        return pod === undefined ? [] : [{ call, pod }];
      }),
      'the status was not read while pods had addresses',
      ({ call, pod }) => {
        const ready =
          call.outcome.response.status?.conditions?.filter(({ type }) => type === 'NetworkReady') ?? [];
        return holds([pod.run, call], ready.length > 0 && ready.every(({ status }) => status === true), {
          expected: 'NetworkReady true',
          actual: JSON.stringify(ready),
        });
      },
    ),
};

function hasAddressBefore(sandbox: SandboxHistory, call: RecordedCall): boolean {
  return sandboxStatusViews(sandbox).some(
    (view) => beganAfter(call, view.call) && (view.status.network?.ip ?? '') !== '',
  );
}
