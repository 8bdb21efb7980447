// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { arch, hostname, release, type } from 'node:os';
import type { HostFacts } from '#evidence/event.js';
import { effectiveCapabilities, hasSysResource } from '#launchers/capabilities.js';

export async function hostFacts(cgroupDriver: string): Promise<HostFacts> {
  return {
    kernel: `${type()} ${release()}`,
    arch: arch(),
    cgroupVersion: cgroupVersion(),
    cgroupDriver,
    node: `${hostname()}, Node ${process.versions.node}`,
    root: process.getuid?.() === 0,
    lacks: (await lacksSysResource()) ? ['CAP_SYS_RESOURCE'] : [],
  };
}

export function cgroupVersion(): HostFacts['cgroupVersion'] {
  if (existsSync('/sys/fs/cgroup/cgroup.controllers')) return 'v2';
  if (existsSync('/sys/fs/cgroup/unified/cgroup.controllers')) return 'hybrid';
  return existsSync('/sys/fs/cgroup/memory') ? 'v1' : 'none';
}

/** Where nobody says what we may, nothing is said to be missing. */
async function lacksSysResource(): Promise<boolean> {
  const effective = effectiveCapabilities(await readFile('/proc/self/status', 'utf8').catch(() => ''));
  return effective !== undefined && !hasSysResource(effective);
}
