// SPDX-License-Identifier: Apache-2.0
import { statfs } from 'node:fs/promises';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import { hostFiles } from '#files/host-files.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { cgroupVersion } from '#host/cgroups.js';
import { hasAppArmor, hasSeLinux, readKernelFacts } from '#host/kernel-facts.js';

/** This machine as a kubelet on it would see it, with common cluster settings. */
export async function readNodeFacts(nodeName: string = hostname()): Promise<NodeFacts> {
  const cgroup = cgroupVersion() === 'v2' ? 'v2' : 'v1';
  return {
    nodeName,
    nodeIps: nodeIps(),
    clusterDns: ['10.96.0.10'],
    clusterDomain: 'cluster.local',
    resolvConf: (await hostFiles.readFile('/etc/resolv.conf')) ?? '',
    cgroupVersion: cgroup,
    ...(await readKernelFacts(cgroup)),
    memoryBytes: totalmem(),
    podCgroups: null,
    allocatable: { cpu: cpus().length, 'ephemeral-storage': await storageBytes() },
    seLinux: hasSeLinux(),
    appArmor: hasAppArmor(),
  };
}

/** What a kubelet leaves to pods: it evicts when less than a tenth is free. */
async function storageBytes(): Promise<number> {
  const { blocks, bsize } = await statfs('/');
  return Math.floor(blocks * bsize * 0.9);
}

function nodeIps(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.filter(({ internal, family }) => !internal && family === 'IPv4');
  return outside.slice(0, 1).map(({ address }) => address);
}
