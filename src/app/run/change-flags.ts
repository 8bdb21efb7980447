// SPDX-License-Identifier: Apache-2.0
import { shellQuoted } from '#base/text/shell-quoted.js';
import type { PlannedChange } from './planned-change.js';

/** Commands given by flags may contain a password: only the flag is printed. */
export const shownExec = (flag: string): string => `--${flag} …`;

/** Those that reach the target (`--managed x`, `-r x`), and change it again. */
export function flagsOfChange(reaching: string, change: PlannedChange | undefined): string {
  if (change === undefined) return reaching;
  if (change.kind === 'binaries')
    return `${reaching.replace(/^--managed /, '--from ')} --to ${shellQuoted(change.to)}`;
  const flags = change.rollbackExec === undefined ? ['exec'] : ['exec', 'rollback-exec'];
  return [reaching, ...flags.map(shownExec)].join(' ');
}
