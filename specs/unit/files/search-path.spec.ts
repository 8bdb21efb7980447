// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { safeEnvironment, searchPath } from '#files/search-path.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  for (const name of ['safe', 'open']) mkdirSync(join(home, name));
  chmodSync(join(home, 'open'), 0o777);
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const both = (): string[] => [join(home, 'open'), join(home, 'safe')];

it('has as root no directory that others may put programs into, and for others all', () => {
  const [open = '', safe = ''] = both();
  const isRoot = process.getuid?.() === 0;
  expect(searchPath(both())).toBe(isRoot ? safe : `${open}${delimiter}${safe}`);
});

it('is that of everything we start ourselves, with the rest of our environment', () => {
  const before = process.env['PATH'] ?? '';
  process.env['PATH'] = [...both(), before].join(delimiter);
  try {
    const { PATH, ...rest } = safeEnvironment();
    const { PATH: own, ...ours } = process.env;
    expect(own).toContain(join(home, 'open'));
    expect(PATH?.split(delimiter)).toContain(join(home, 'safe'));
    expect(rest).toEqual(ours);
  } finally {
    process.env['PATH'] = before;
  }
});
