// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import type { Container, Pod } from '#pod/pod.js';
import { hostNameOf } from '../config/host-name.js';
import {
  hostsFile,
  podDir,
  subPathLink,
  volumePath,
  wantsHosts,
  type MountsInput,
} from '../config/mounts.js';
import { logDirectory } from '../config/sandbox-config.js';
import type { PodSync } from './sync-context.js';

export async function preparePodFiles({ hands: { node }, pod, uid }: PodSync): Promise<void> {
  await node.makeDir(logDirectory(node.podLogsDir, pod, uid), 0o755);
  for (const volume of pod.spec.volumes ?? []) {
    const path = volumePath({ pod, uid, rootDir: node.rootDir }, volume.name);
    if (volume.emptyDir) await node.makeDir(path, 0o777);
    if (volume.hostPath?.type === 'DirectoryOrCreate') await node.makeDir(path, 0o755);
    if (volume.hostPath?.type === 'FileOrCreate' && (await node.readFile(path)) === undefined) {
      await node.writeFile(path, '', 0o644);
    }
  }
}

/** Everything of one instance that the runtime will mount or write to; answers the host file of the termination log. */
export async function prepareContainerFiles(
  sync: PodSync,
  container: Container,
  ips: readonly string[],
): Promise<string> {
  const { node } = sync.hands;
  const { pod, uid } = sync;
  await node.makeDir(`${logDirectory(node.podLogsDir, pod, uid)}/${container.name}`, 0o755);
  if (wantsHosts({ pod, container, ips })) await writeHosts(sync, ips);
  const dir = `${podDir(node.rootDir, uid)}/containers/${container.name}`;
  const terminationLog = `${dir}/${randomBytes(4).toString('hex')}`;
  await node.makeDir(dir, 0o750);
  if ((container.terminationMessagePath ?? '') !== '') await node.writeFile(terminationLog, '', 0o666);
  await linkSubPaths(sync, { pod, uid, container, ips, rootDir: node.rootDir, terminationLog });
  return terminationLog;
}

async function linkSubPaths({ hands: { node } }: PodSync, input: MountsInput): Promise<void> {
  for (const [at, { name, subPath = '' }] of (input.container.volumeMounts ?? []).entries()) {
    if (subPath === '') continue;
    const target = `${volumePath(input, name)}/${subPath}`;
    if ((await node.readFile(target)) === undefined) await node.makeDir(target, 0o755);
    await node.link(target, subPathLink(input, name, at));
  }
}

async function writeHosts(
  { hands: { node }, pod, uid, hands }: PodSync,
  ips: readonly string[],
): Promise<void> {
  const path = hostsFile(node.rootDir, uid);
  const own =
    pod.spec.hostNetwork === true
      ? ((await node.readFile('/etc/hosts')) ?? '')
      : podHosts(pod, ips, hands.facts.clusterDomain);
  const aliases = (pod.spec.hostAliases ?? []).map(
    ({ ip, hostnames = [] }) => `${ip}\t${hostnames.join('\t')}\n`,
  );
  await node.makeDir(podDir(node.rootDir, uid), 0o750);
  await node.writeFile(path, own + aliases.join(''), 0o644);
}

function podHosts(pod: Pod, ips: readonly string[], clusterDomain: string): string {
  const { short, domain } = hostNameOf(pod, clusterDomain);
  const names = domain === '' ? short : `${short}.${domain}\t${short}`;
  return [
    '# Written by criprobe in the manner of a kubelet.',
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::\tip6-localnet',
    'fe00::\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    ...ips.map((ip) => `${ip}\t${names}`),
    '',
  ].join('\n');
}
