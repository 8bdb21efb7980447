// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { refuseUntrustedState } from '#files/refuse-untrusted.js';

/** Where ledgers are kept: the same for all runs of a user on this machine, so that `cleanup` finds them. */
export function stateDirectory(
  env: Readonly<Record<string, string | undefined>>,
  uid: number = process.getuid?.() ?? -1,
): string {
  return canonicalPath(resolve(env['CRIPROBE_STATE'] || usual(env, uid)));
}

function usual(env: Readonly<Record<string, string | undefined>>, uid: number): string {
  if (uid === 0) return '/var/lib/criprobe';
  return join(env['XDG_STATE_HOME'] ?? join(env['HOME'] ?? homedir(), '.local', 'state'), 'criprobe');
}

/** The kernel's name for it, as in lists of mounts; what does not exist yet has no links in it. */
export function canonicalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(canonicalPath(parent), basename(path));
  }
}

export function ledgerDirectory(state: string): string {
  return join(state, 'runs');
}

/** A directory for each run: its sockets, and the files of its pods, including Secrets. */
export function workDirectory(state: string): string {
  return join(state, 'work');
}

/**
 * Creates the directories with private modes, whoever created the one around them. Throws for root if others
 * may write there.
 */
export function prepareState(state: string): void {
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const use = `Keeping the state of runs in ${state}`;
  // For a path that does not exist, only the parents count.
  refuseUntrustedState(join(state, randomUUID()), use);
  for (const path of [ledgerDirectory(state), workDirectory(state)]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(path);
    if (uid === process.getuid?.() && (mode & 0o777) !== 0o700) chmodSync(path, 0o700);
    refuseUntrustedState(path, use);
  }
}
