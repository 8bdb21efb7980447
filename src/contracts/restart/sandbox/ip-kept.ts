// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { sandboxesThrough, type SandboxStatusView } from '../../occasions/outages.js';

export const restartSandboxIpKept: Contract = {
  id: 'restart.sandbox.ip-kept',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox has the same addresses in the same order after a restart of the runtime',
  reference: {
    source: 'kubelet, podSandboxChanged; CRI v1, PodSandboxNetworkStatus',
    says: 'a READY pod-network sandbox without an address counts as changed, and is replaced',
  },
  consequence: 'Every pod of the node is recreated, or gets a status without its address.',
  covers: ['RS1', 'W1', 'NET-005'],
  check: (evidence) =>
    judgeEach(
      sandboxesThrough(evidence).filter(
        ({ before }) => before.state === 'SANDBOX_READY' && addressesOf(before) !== '',
      ),
      'no address was read before and after an outage of the daemon',
      ({ before, after }) => {
        const ready = after.filter(({ state }) => state === 'SANDBOX_READY');
        const other = ready.find((view) => addressesOf(view) !== addressesOf(before));
        const view = other ?? ready[0] ?? after[0];
        return holds([before.call, view.call], other === undefined, {
          expected: `${addressesOf(before)}, as before`,
          actual: addressesOf(view) || 'no address',
        });
      },
    ),
};

function addressesOf({ status: { network } }: SandboxStatusView): string {
  const more = (network?.additional_ips ?? []).map(({ ip = '' }) => ip);
  return [network?.ip ?? '', ...more].join(', ');
}
