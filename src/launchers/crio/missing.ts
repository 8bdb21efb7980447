// SPDX-License-Identifier: Apache-2.0
import { lacks, lacksForAll, rootProblems, type MissingPart } from '../private/missing.js';
import type { Machine } from '#host/machine.js';
import type { CrioPrograms } from './binaries.js';

/** Everything that prevents a private CRI-O from running here. */
export function missingForCrio(
  directory: string | undefined,
  found: CrioPrograms,
  machine: Machine,
): MissingPart[] {
  const missing = rootProblems(machine);
  if (found.crio === undefined)
    missing.push({
      reason: `there is no crio in ${directory ?? 'PATH'}`,
      fix:
        directory === undefined
          ? 'install CRI-O, or name a directory that has it: --managed crio@<directory>'
          : 'name the directory that holds the crio binary itself',
    });
  missing.push(...withoutHelpers(directory, found));
  for (const program of ['ip', 'umount', 'nsenter']) missing.push(...lacks(program, found.path));
  return [...missing, ...lacksForAll(found.cniDirectory, machine)];
}

function withoutHelpers(directory: string | undefined, found: CrioPrograms): MissingPart[] {
  const where = directory === undefined ? 'on PATH' : `in ${directory} or on PATH`;
  const absent = (program: string, fix: string): MissingPart => ({
    reason: `there is no ${program} ${where}`,
    fix,
  });
  return [
    ...(found.pinns === undefined
      ? [absent('pinns', 'put pinns, which is built with CRI-O, next to crio')]
      : []),
    ...(found.conmon === undefined ? [absent('conmon', 'apt-get install conmon')] : []),
    ...(found.handlers.length === 0 ? [absent('runc or crun', 'apt-get install runc')] : []),
  ];
}
