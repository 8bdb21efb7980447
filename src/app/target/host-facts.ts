// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { arch, hostname, release, type } from 'node:os';
import { join } from 'node:path';
import type { HostFacts } from '#evidence/event.js';
import { effectiveCapabilities, hasSysResource } from '#host/capabilities.js';

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

/** `root` stands before every path. */
export function cgroupVersion(root = '/'): HostFacts['cgroupVersion'] {
  const has = (path: string): boolean => existsSync(join(root, 'sys/fs/cgroup', path));
  if (has('cgroup.controllers')) return 'v2';
  if (has('unified/cgroup.controllers')) return 'hybrid';
  return has('memory') ? 'v1' : 'none';
}

/** Where nobody says what we may, nothing is said to be missing. */
async function lacksSysResource(): Promise<boolean> {
  const effective = effectiveCapabilities(await readFile('/proc/self/status', 'utf8').catch(() => ''));
  return effective !== undefined && !hasSysResource(effective);
}
