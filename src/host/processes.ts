// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { boundedTextOfFile } from '#files/text-of-file.js';
import { mountsOf } from './mounts.js';
import { namespaceId } from './namespaces.js';
import { processStat } from './process-identity.js';

/**
 * Processes of a runtime that keeps its state in the directory, of its containers, and their children.
 * Matches the names of the runtime's programs, to spare a person's `less` of its log.
 */
export function processesIn(directory: string, programs: readonly RegExp[]): number[] {
  const pids = liveHostProcesses();
  const isOfRuntime = (pid: number): boolean => {
    const [program = '', ...args] = argumentsOf(pid);
    return isNamed(basename(program), programs) && args.some((arg) => arg.includes(`${directory}/`));
  };
  const found = new Set(pids.filter((pid) => isOfRuntime(pid) || hasRootIn(pid, directory)));
  const parents = new Map(pids.map((pid) => [pid, processStat(pid)?.parent ?? 0]));
  return pids.filter((pid) => pid !== process.pid && hasAncestorIn(pid, found, parents));
}

export function hostProcessIds(proc = '/proc'): number[] {
  return attemptOr([], () => readdirSync(proc))
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number);
}

export function liveHostProcesses(): number[] {
  return hostProcessIds().filter((pid) => !['Z', 'X', undefined].includes(processStat(pid)?.state));
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

function isNamed(program: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(program));
}

/** As the kernel shows it, cut to 15 characters; empty if the process is gone. */
export function processName(pid: number, proc = '/proc'): string {
  return boundedTextOfFile(`${proc}/${pid}/comm`).trim();
}

/** Program and arguments; empty if the process is gone. */
export function argumentsOf(pid: number, proc = '/proc'): readonly string[] {
  const text = boundedTextOfFile(`${proc}/${pid}/cmdline`);
  return text === '' ? [] : text.split('\0');
}

/** A container's root file system is mounted from layers in the directory. */
function hasRootIn(pid: number, directory: string): boolean {
  if (namespaceId('mnt', pid) === namespaceId('mnt')) return false;
  const root = mountsOf(pid).findLast((mount) => mount.point === '/');
  if (root === undefined) return false;
  return root.superOptions.includes(`${directory}/`) || root.root.startsWith(`${directory}/`);
}
