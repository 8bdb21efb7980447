// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxStatus } from '#cri/proto/generated/messages.js';
import { sandboxViewsAfter } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { sameSpelling } from '../../occasions/ip-text.js';

export const sandboxNetworkIpStable: Contract = {
  id: 'sandbox.network.ip-stable',
  level: 'should',
  since: '0.1.0',
  title: 'The addresses of a READY sandbox do not change',
  reference: {
    source: 'kubelet, convertStatusToAPIStatus',
    says: 'the address in the hosts file of a running container is written once',
  },
  consequence: 'Containers and the API disagree on the address of the pod.',
  covers: ['NET-005', 'W1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .map((life) =>
          sandboxViewsAfter(life, life.run)
            .filter((view) => view.kind === 'status')
            .filter(({ state }) => state === 'SANDBOX_READY'),
        )
        .filter((views) => views.length > 1 && views[0]?.status.network !== undefined),
      'no status of a sandbox was read twice',
      (views) => {
        const ips = [...new Set(views.map(({ status }) => addressesIn(status)))];
        return holds(
          views.map(({ call }) => call),
          ips.length === 1,
          {
            expected: 'the same addresses in every status',
            actual: ips.map((each) => JSON.stringify(each)).join(', then '),
          },
        );
      },
    ),
};

/** The primary one first; the others have no order. */
function addressesIn({ network }: PodSandboxStatus): string {
  const others = (network?.additional_ips ?? []).map(({ ip = '' }) => sameSpelling(ip));
  return [sameSpelling(network?.ip ?? ''), ...new Set(others.sort())].join(' ');
}
