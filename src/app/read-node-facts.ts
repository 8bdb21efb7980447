// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile } from 'node:fs/promises';
import { hostname, networkInterfaces, totalmem } from 'node:os';
import type { NodeFacts } from '#kubelet/node-facts.js';
import { cgroupVersion } from './host-facts.js';

/** This machine as a kubelet on it would see it, with the cluster settings that kubelets are usually given. */
export async function readNodeFacts(nodeName: string = hostname()): Promise<NodeFacts> {
  return {
    nodeName,
    nodeIps: nodeIps(),
    clusterDns: ['10.96.0.10'],
    clusterDomain: 'cluster.local',
    resolvConf: await readFile('/etc/resolv.conf', 'utf8').catch(() => ''),
    cgroupVersion: cgroupVersion() === 'v2' ? 'v2' : 'v1',
    hugePageSizes: await hugePageSizes(),
    memoryBytes: totalmem(),
    swapAccounting: false,
    podCgroups: null,
    thermalThrottlePaths: [],
  };
}

function nodeIps(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.filter(({ internal, family }) => !internal && family === 'IPv4');
  return outside.slice(0, 1).map(({ address }) => address);
}

async function hugePageSizes(): Promise<readonly string[]> {
  const names = await readdir('/sys/kernel/mm/hugepages').catch(() => []);
  return names.flatMap((name) => {
    const kib = Number(/^hugepages-(\d+)kB$/.exec(name)?.[1]);
    if (Number.isNaN(kib)) return [];
    return kib >= 1 << 20 ? `${kib / (1 << 20)}GB` : kib >= 1 << 10 ? `${kib / (1 << 10)}MB` : `${kib}KB`;
  });
}
