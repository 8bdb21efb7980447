// SPDX-License-Identifier: Apache-2.0
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxNetworkIpsParsable: Contract = {
  id: 'sandbox.network.ips-parsable',
  level: 'must',
  since: '0.1.0',
  title: 'Every address of a sandbox is plain IPv4 or IPv6 text, and one that a pod can have',
  reference: {
    source: 'kubelet, determinePodSandboxIPs',
    says: 'each address is parsed; one that cannot be parsed discards them all',
  },
  consequence: 'The pod has no address in the API, and its probes and services fail.',
  covers: ['NET-003'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap(sandboxStatusViews)
        .filter(({ status }) => addresses(status).length > 0),
      'no sandbox reported an address',
      ({ call, status }) => {
        const broken = addresses(status).filter((ip) => !isAddress(ip) || isNobodys(ip));
        return holds([call], broken.length === 0, {
          expected: 'IPv4 or IPv6 addresses of a pod',
          actual: broken.join(', '),
        });
      },
    ),
};

interface WithNetwork {
  readonly network?:
    | {
        readonly ip?: string | undefined;
        readonly additional_ips?: readonly { readonly ip?: string | undefined }[] | undefined;
      }
    | undefined;
}

function addresses({ network }: WithNetwork): readonly string[] {
  return [network?.ip ?? '', ...(network?.additional_ips ?? []).map(({ ip }) => ip ?? '?')].filter(
    (ip) => ip !== '',
  );
}

function isAddress(text: string): boolean {
  const octets = text.split('.');
  if (octets.length === 4) return octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) < 256);
  return /^[0-9a-fA-F:.]+$/.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}

/** Unspecified, loopback, link-local, multicast, broadcast: no pod of another node reaches this one there. */
function isNobodys(ip: string): boolean {
  const first = Number(ip.split('.')[0]);
  if (!ip.includes(':')) return first === 0 || ip === '127.0.0.1' || first >= 224;
  return /^(::1?|ff[0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)$/i.test(ip);
}
