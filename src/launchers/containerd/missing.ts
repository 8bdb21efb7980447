// SPDX-License-Identifier: Apache-2.0
import type { Machine } from '../machine.js';
import { cgroupProblems, lacks, type Missing } from '../missing.js';
import type { Found } from './binaries.js';

/** Everything that keeps a private containerd from running here. */
export function missingForContainerd(
  directory: string | undefined,
  found: Found,
  machine: Machine,
): Missing[] {
  const where = directory ?? 'PATH';
  const missing: Missing[] = [];
  const ociRuntime = found.handlers.length > 0 ? [] : ['runc'];
  if (machine.uid !== 0)
    missing.push({
      reason: `this is user ${machine.uid}, and a container runtime needs root`,
      fix: 'sudo -E criprobe …, or --managed reference, which needs nothing',
    });
  if (found.containerd === undefined)
    missing.push({
      reason: `there is no containerd in ${where}`,
      fix:
        directory === undefined
          ? 'apt-get install containerd, or name a directory that has it: --managed containerd@<directory>'
          : 'name the directory that holds the containerd binary itself',
    });
  for (const program of ['containerd-shim-runc-v2', ...ociRuntime, 'ip', 'umount'])
    missing.push(...lacks(program, found.path));
  if (found.cniDirectory === undefined)
    missing.push({
      reason: `no CNI plugins (bridge, host-local, loopback) in ${machine.cniDirectories.join(', ')}`,
      fix: 'apt-get install containernetworking-plugins',
    });
  return [...missing, ...cgroupProblems(machine)];
}
