// SPDX-License-Identifier: Apache-2.0
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Where ledgers are kept: the same for every run of a user on this machine, so that `cleanup` finds them. */
export function stateDirectory(
  env: Readonly<Record<string, string | undefined>>,
  uid: number = process.getuid?.() ?? -1,
): string {
  return canonical(resolve(env['CRIPROBE_STATE'] || usual(env, uid)));
}

function usual(env: Readonly<Record<string, string | undefined>>, uid: number): string {
  if (uid === 0) return '/var/lib/criprobe';
  return join(env['XDG_STATE_HOME'] ?? join(env['HOME'] ?? homedir(), '.local', 'state'), 'criprobe');
}

/** As the kernel will name it, in lists of mounts for instance; what is not there yet has no links in it. */
function canonical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(canonical(parent), basename(path));
  }
}

export function ledgerDirectory(state: string): string {
  return join(state, 'runs');
}
