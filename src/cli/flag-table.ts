// SPDX-License-Identifier: Apache-2.0
import { allCommands } from './all-commands.js';
import type { Flag } from './flag.js';
import { helpOf } from './flag-option.js';
import { colorFlags } from './shared-flags.js';

interface Row {
  readonly flag: Flag;
  readonly commands: string[];
}

/** docs/cli.md with the current table of flags in its section. */
export function withFlagTable(page: string): string {
  return page.replace(/(?<=## The flags\n\n).*(?=\n## Which runtime\n)/s, () => flagTable());
}

/**
 * Flags in the order of the commands. A flag that a later command describes differently keeps its first help.
 */
function flagTable(): string {
  const rows = new Map<string, Row>();
  for (const { name, flags } of allCommands) {
    for (const flag of [...flags, ...colorFlags]) {
      const row: Row = rows.get(flag.flags) ?? { flag, commands: [] };
      row.commands.push(name);
      rows.set(flag.flags, row);
    }
  }
  const lines = [...rows.values()].map(({ flag, commands }) => {
    const who = commands.length === allCommands.length ? 'all' : commands.join(', ');
    return `| \`${flag.flags}\` | ${who} | ${meaningOf(flag)} |\n`;
  });
  return `| flag | commands | meaning |\n| --- | --- | --- |\n${lines.join('')}`;
}

/** The help, with links to the sections of the page itself. */
function meaningOf(flag: Flag): string {
  return helpOf(flag)
    .replaceAll('<', String.raw`\<`)
    .replaceAll(/docs\/cli\.md(#[a-z-]+)/g, '[below]($1)');
}
