// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { hostNameOf } from '../../config/network/host-name.js';
import { hostsFile, podDir } from '../../config/sandbox/pod-paths.js';
import type { PodSync } from '../../context/kubelet-context.js';

/** kubelet_pods.go, ensureHostsFile: written for every instance, as addresses may have changed. */
export async function writeHosts(
  { ctx: { node, facts }, pod, uid }: PodSync,
  ips: readonly string[],
): Promise<void> {
  const own =
    pod.spec.hostNetwork === true
      ? nodeHosts((await node.host.readFile('/etc/hosts')) ?? '')
      : podHosts(pod, ips, facts.clusterDomain);
  await node.makeDir(podDir(node.rootDir, uid), 0o750);
  await node.writeFile(hostsFile(node.rootDir, uid), own + aliases(pod), 0o644);
}

/** kubelet_pods.go, hostsEntriesFromHostAliases. */
function aliases({ spec }: Pod): string {
  const lines = (spec.hostAliases ?? []).map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join('\t')}\n`);
  return lines.length === 0 ? '' : `\n# From hostAliases:\n${lines.join('')}`;
}

/** kubelet_pods.go, nodeHostsFileContent. */
function nodeHosts(text: string): string {
  return `# Written by criprobe in the manner of a kubelet, after the node's own.\n${text}`;
}

/** kubelet_pods.go, managedHostsFileContent. */
function podHosts(pod: Pod, ips: readonly string[], clusterDomain: string): string {
  const { short, domain } = hostNameOf(pod, clusterDomain);
  const names = domain === '' ? short : `${short}.${domain}\t${short}`;
  return [
    '# Written by criprobe in the manner of a kubelet.',
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::0\tip6-localnet',
    'fe00::0\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    ...ips.map((ip) => `${ip}\t${names}`),
    '',
  ].join('\n');
}
