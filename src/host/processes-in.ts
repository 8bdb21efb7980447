// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { processStat } from './process-identity.js';
import { mountsOf } from './mounts.js';

/** Programs that belong to a runtime whose state is in a directory. A person's `less` of its log is not among them. */
const runtimePrograms = /^(containerd|containerd-shim.*|ctr|crio|conmon|conmonrs|pinns|runc|crun|runsc.*)$/;

/** Processes of a runtime that keeps its state in the directory, of its containers, and everything they started. */
export function processesIn(directory: string): number[] {
  const pids = liveHostProcesses();
  const found = new Set(pids.filter((pid) => runsIn(pid, directory) || hasRootIn(pid, directory)));
  const parents = new Map(pids.map((pid) => [pid, processStat(pid)?.parent ?? 0]));
  return pids.filter((pid) => pid !== process.pid && hasAncestorIn(pid, found, parents));
}

export function liveHostProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((pid) => !['Z', 'X', undefined].includes(processStat(pid)?.state));
}

function hasAncestorIn(
  pid: number,
  found: ReadonlySet<number>,
  parents: ReadonlyMap<number, number>,
): boolean {
  for (let current = pid; current > 1; current = parents.get(current) ?? 0) {
    if (found.has(current)) return true;
  }
  return false;
}

function runsIn(pid: number, directory: string): boolean {
  const args = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  if (!runtimePrograms.test(basename(args[0] ?? ''))) return false;
  return args.some((arg) => arg.includes(`${directory}/`));
}

/** A container's root file system is mounted from layers in the directory. */
function hasRootIn(pid: number, directory: string): boolean {
  if (read(() => readlinkSync(`/proc/${pid}/ns/mnt`)) === readlinkSync('/proc/self/ns/mnt')) return false;
  const root = mountsOf(pid).findLast((mount) => mount.point === '/');
  if (root === undefined) return false;
  return root.superOptions.includes(`${directory}/`) || root.root.startsWith(`${directory}/`);
}

function read(what: () => string): string {
  try {
    return what();
  } catch {
    return '';
  }
}
