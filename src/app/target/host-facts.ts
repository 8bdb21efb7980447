// SPDX-License-Identifier: Apache-2.0
import { arch, hostname, release, type } from 'node:os';
import type { HostFacts } from '#evidence/event.js';
import { restrictionsOfOurs } from '#host/capabilities.js';
import { cgroupVersion } from '#host/cgroups.js';

export function hostFacts(cgroupDriver: string): HostFacts {
  return {
    kernel: `${type()} ${release()}`,
    arch: arch(),
    cgroupVersion: cgroupVersion(),
    cgroupDriver,
    node: `${hostname()}, Node ${process.versions.node}`,
    root: process.getuid?.() === 0,
    lacks: restrictionsOfOurs(),
  };
}
