// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { allCommands } from '../../../src/cli/all-commands.js';
import { colorFlags } from '../../../src/cli/shared-flags.js';

const flagsOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/--[a-z][a-z-]+/gu)].map(([flag]) => flag))].sort();
const known = flagsOf(
  allCommands.flatMap(({ flags }) => [...flags, ...colorFlags].map((flag) => flag.flags)).join('\n'),
);

describe('the documentation', () => {
  const page = readFileSync('docs/cli.md', 'utf8');
  const table = page.slice(page.indexOf('## The flags'), page.indexOf('## Which runtime'));

  it('names every flag, and of which command it is', () => {
    const columns = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const written = columns.flatMap(([, flag = '', commands = '']) =>
      (commands === 'all' ? allCommands.map(({ name }) => name) : commands.split(', ')).map(
        (command) => `${command} ${flag.replaceAll('`', '')}`,
      ),
    );
    const there = allCommands.flatMap(({ name, flags }) =>
      [...flags, ...colorFlags].map((flag) => `${name} ${flag.flags}`),
    );
    expect(written.sort()).toEqual(there.sort());
  });

  it.each(['README.md', 'docs/cli.md', 'docs/gate.md', 'docs/compare.md'])(
    'of %s names no flag that does not exist',
    (file) => {
      const used = flagsOf(readFileSync(file, 'utf8'));
      const others = ['--help', '--signal'];
      expect(used.filter((flag) => !known.includes(flag) && !others.includes(flag))).toEqual([]);
    },
  );
});
