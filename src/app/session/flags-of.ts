// SPDX-License-Identifier: Apache-2.0
import { shellQuoted } from '#base/shell-quoted.js';
import type { ChosenTarget } from '../discover.js';

/** What reaches the same target again, for a person to paste. */
export function flagsOf(chosen: ChosenTarget, endpoint: string): string {
  if (chosen.kind === 'managed') return `--managed ${shellQuoted(chosen.spec)}`;
  const commands = Object.entries<string | undefined>({ ...chosen.commands }).flatMap(([act, command]) =>
    command === undefined ? [] : `--${act}-command ${shellQuoted(command)}`,
  );
  return [`-r ${shellQuoted(endpoint)}`, ...commands].join(' ');
}
