// SPDX-License-Identifier: Apache-2.0
import { access, readFile } from 'node:fs/promises';
import { arch, hostname, release, type } from 'node:os';
import type { HostFacts } from '#evidence/event.js';

const capSysResource = 24n;

export async function hostFacts(cgroupDriver: string): Promise<HostFacts> {
  return {
    kernel: `${type()} ${release()}`,
    arch: arch(),
    cgroupVersion: await cgroupVersion(),
    cgroupDriver,
    node: `${hostname()}, Node ${process.versions.node}`,
    root: process.getuid?.() === 0,
    lacks: (await lacksCapability(capSysResource)) ? ['CAP_SYS_RESOURCE'] : [],
  };
}

export async function cgroupVersion(): Promise<HostFacts['cgroupVersion']> {
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  if (await exists('/sys/fs/cgroup/cgroup.controllers')) return 'v2';
  if (await exists('/sys/fs/cgroup/unified/cgroup.controllers')) return 'hybrid';
  return (await exists('/sys/fs/cgroup/memory')) ? 'v1' : 'none';
}

async function lacksCapability(bit: bigint): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return effective !== undefined && ((BigInt(`0x${effective}`) >> bit) & 1n) === 0n;
}
