// SPDX-License-Identifier: Apache-2.0
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { sameSpelling } from '../../occasions/ip-text.js';

export const sandboxNetworkAdditionalIpsExcludePrimary: Contract = {
  id: 'sandbox.network.additional-ips-exclude-primary',
  level: 'must',
  since: '0.1.0',
  title: 'The additional addresses of a sandbox repeat neither the primary one nor each other',
  reference: {
    source: 'CRI v1, PodSandboxNetworkStatus.additional_ips',
    says: 'the list holds the other addresses, without the first',
  },
  consequence: "The pod's hosts file has the same line twice, and the API shows an address twice.",
  covers: ['NET-004'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap(sandboxStatusViews)
        .filter(({ status }) => (status.network?.ip ?? '') !== ''),
      'no sandbox reported an address',
      ({ call, status: { network } }) => {
        const others = (network?.additional_ips ?? []).map(({ ip = '' }) => sameSpelling(ip));
        const primary = sameSpelling(network?.ip ?? '');
        return holds([call], new Set([primary, ...others]).size === others.length + 1, {
          expected: `additional_ips without ${primary}, each once`,
          actual: others.join(', '),
        });
      },
    ),
};
