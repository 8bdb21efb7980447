// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { allCommands } from '../../../src/cli/all-commands.js';
import { withFlagTable } from '../../../src/cli/flag-table.js';
import { colorFlags } from '../../../src/cli/shared-flags.js';

const flagsOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/--[a-z][a-z-]+/gu)].map(([flag]) => flag))].sort();
const known = flagsOf(
  allCommands.flatMap(({ flags }) => [...flags, ...colorFlags].map((flag) => flag.flags)).join('\n'),
);

describe('the documentation', () => {
  const page = readFileSync('docs/cli.md', 'utf8');

  it('has the table of flags that the flags make', () => {
    const cells = (text: string): readonly string[] =>
      text.split('\n').map((line) => line.replace(/\s+/gu, ' ').replace(/(?<=\|) ?-+ ?(?=\|)/gu, '-'));
    expect(cells(page)).toEqual(cells(withFlagTable(page)));
    expect(withFlagTable(page)).toContain('| `--json` |');
  });

  it('links from its table to sections that it has', () => {
    const sections = [...page.matchAll(/^## (.+)$/gmu)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    const linked = [...withFlagTable(page).matchAll(/\[below\]\(#([a-z-]+)\)/gu)].map(
      ([, section]) => section,
    );
    expect(linked).toContain('which-runtime');
    expect(linked.filter((section = '') => !sections.includes(section))).toEqual([]);
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
