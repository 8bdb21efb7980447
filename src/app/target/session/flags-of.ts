// SPDX-License-Identifier: Apache-2.0
import { shellQuoted } from '#base/text/shell-quoted.js';
import type { ChosenTarget } from '../discover.js';
import { shownCommand } from '../../shared/shown-commands.js';

/** What reaches the same target again; commands by name alone. */
export function flagsOf(chosen: ChosenTarget, endpoint: string): string {
  if (chosen.kind === 'managed') return `--managed ${shellQuoted(chosen.spec)}`;
  const commands = Object.entries<string | undefined>({ ...chosen.commands }).flatMap(([act, command]) =>
    command === undefined ? [] : shownCommand(act),
  );
  return [`-r ${shellQuoted(endpoint)}`, ...commands].join(' ');
}
