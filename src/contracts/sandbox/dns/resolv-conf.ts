// SPDX-License-Identifier: Apache-2.0
import type { DNSConfig } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { callsInPod, shown } from '../../occasions/inside/inside.js';

export const sandboxDnsResolvConf: Contract = {
  id: 'sandbox.dns.resolv-conf',
  level: 'must',
  since: '0.1.0',
  title: 'The resolv.conf of every container has the requested servers, search list and options',
  reference: {
    source: 'CRI v1, PodSandboxConfig.dns_config; kubelet, GetPodDNS',
    says: 'the runtime writes the file; the kubelet mounts none',
  },
  consequence: 'Pods do not find services, or ask the wrong server for their names.',
  covers: ['SBX-025', 'A6'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'resolv').flatMap((seen) => {
        const asked = evidence.sandbox(seen.life.sandboxId)?.config.dns_config;
        return asked === undefined ? [] : [{ seen, asked }];
      }),
      'no program of a pod with DNS settings showed its resolv.conf',
      ({ seen, asked }) => {
        const expected = textOf(asked);
        const actual = textOf(settingsIn(seen.output));
        return holds(callsInPod(evidence, seen), actual === expected, { expected, actual });
      },
    ),
};

/** resolver(5): of several search lists the last one counts; options add up. */
function settingsIn(file: string): DNSConfig {
  const words = file.split('\n').map((line) => line.trim().split(/\s+/));
  const after = (keyword: string): readonly (readonly string[])[] =>
    words.filter(([first]) => first === keyword).map(([, ...rest]) => rest);
  return {
    servers: after('nameserver').flatMap(([server]) => (server === undefined ? [] : [server])),
    searches: after('search').at(-1) ?? [],
    options: after('options').flat(),
  };
}

/** Options have no order. */
function textOf({ servers = [], searches = [], options = [] }: DNSConfig): string {
  return [
    `nameserver ${servers.join(' ')}`,
    `search ${searches.join(' ')}`,
    `options ${[...options].sort().join(' ')}`,
  ].join('; ');
}
