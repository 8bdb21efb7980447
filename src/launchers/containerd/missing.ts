// SPDX-License-Identifier: Apache-2.0
import type { Machine } from '#host/machine.js';
import { lacks, lacksForAll, rootProblems, type MissingPart } from '../private/missing.js';
import type { ContainerdPrograms } from './binaries.js';

/** Everything that prevents a private containerd from running here. */
export function missingForContainerd(
  directory: string | undefined,
  found: ContainerdPrograms,
  machine: Machine,
): MissingPart[] {
  const where = directory ?? 'PATH';
  const missing = rootProblems(machine);
  const ociRuntime = found.handlers.length > 0 ? [] : ['runc'];
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
  return [...missing, ...lacksForAll(found.cniDirectory, machine)];
}
