// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where ledgers are kept: the same for every run of a user on this machine, so that `cleanup` finds them. */
export function stateDirectory(
  env: Readonly<Record<string, string | undefined>>,
  uid: number = process.getuid?.() ?? -1,
): string {
  if (env['CRIPROBE_STATE']) return env['CRIPROBE_STATE'];
  if (uid === 0) return '/var/lib/criprobe';
  return join(env['XDG_STATE_HOME'] ?? join(env['HOME'] ?? homedir(), '.local', 'state'), 'criprobe');
}

export function ledgerDirectory(state: string): string {
  return join(state, 'runs');
}
