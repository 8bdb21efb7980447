// SPDX-License-Identifier: Apache-2.0
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { glimpsesOf, judgeOnNode } from '../../occasions/node-looks.js';

export const nodeNetworkAddressReal: Contract = {
  id: 'node.network.address-real',
  level: 'must',
  since: '0.1.0',
  title: 'Every address in the status of a sandbox is on an interface of its network namespace',
  reference: { source: 'CRI v1, PodSandboxNetworkStatus', says: 'the addresses of the pod' },
  consequence: 'Services send requests to an address where nobody, or somebody else, answers.',
  covers: ['W1'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence
          .sandboxes()
          .filter(({ hostNetwork }) => !hostNetwork)
          .flatMap((life) => {
            const real = addressesIn(evidence, life.id);
            return real === undefined
              ? []
              : sandboxStatusViews(life).map(({ call, status: { network } }) => ({ call, network, real }));
          })
          .filter(({ network }) => (network?.ip ?? '') !== ''),
      none: 'no address was read of a sandbox whose network namespace was seen',
      judge: ({ call, network, real }) => {
        const shown = [network?.ip ?? '', ...(network?.additional_ips ?? []).map(({ ip = '' }) => ip)];
        const wrong = shown.filter((address) => !real.includes(normal(address)));
        return holds([call], wrong.length === 0, {
          expected: `addresses of its network namespace: ${real.join(', ')}`,
          actual: wrong.join(', '),
        });
      },
    }),
};

/** Of the sandbox's own process, or of one of its containers. */
function addressesIn(evidence: Evidence, sandbox: string): readonly string[] | undefined {
  const inside = evidence.containers().filter(({ sandboxId }) => sandboxId === sandbox);
  const seen = [sandbox, ...inside.map(({ id }) => id)].flatMap((id) =>
    glimpsesOf(evidence, id).flatMap(({ object }) => object.inside?.addresses ?? []),
  );
  return seen.length === 0 ? undefined : [...new Set(seen)];
}

/** IPv6 has many spellings of one address. */
function normal(address: string): string {
  try {
    return address.includes(':') ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
  } catch {
    return address;
  }
}
