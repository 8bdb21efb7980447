// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { outputDirectory } from '#app/run/output-directory.js';
import { Desk, failureOf } from '../../evidence/written.js';

let desk: Desk;
const at = (asked: string | undefined, run = 'aaaa'): Promise<string> =>
  outputDirectory(asked, run, { cwd: desk.directory });
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

describe('where a run writes', () => {
  it('is a directory of its own, with the link latest on the newest', async () => {
    expect(await at(undefined)).toBe(desk.path('criprobe-results/aaaa'));
    expect(await at(undefined, 'bbbb')).toBe(desk.path('criprobe-results/bbbb'));
    expect(readlinkSync(desk.path('criprobe-results/latest'))).toBe('bbbb');
    expect(readdirSync(desk.path('criprobe-results')).sort()).toEqual(['aaaa', 'bbbb', 'latest']);
  });

  it('is no matter of luck when several runs begin at once', async () => {
    const runs = Array.from({ length: 20 }, (_, index) => `run-${index}`);
    await Promise.all(runs.map((run) => at(undefined, run)));
    expect(runs).toContain(readlinkSync(desk.path('criprobe-results/latest')));
    expect(readdirSync(desk.path('criprobe-results')).sort()).toEqual([...runs, 'latest'].sort());
  });

  it('is the directory asked for, seen from where one stands, without a link beside it', async () => {
    expect(await at('out/deep')).toBe(desk.path('out/deep'));
    expect(await at(desk.path('absolute'))).toBe(desk.path('absolute'));
    expect(statSync(desk.path('out/deep')).isDirectory()).toBe(true);
    expect(readdirSync(desk.directory).sort()).toEqual(['absolute', 'out']);
  });

  it('may be used again: the recording of the last run goes, the rest stays', async () => {
    mkdirSync(desk.path('out'));
    writeFileSync(desk.path('out/evidence.jsonl'), 'old');
    writeFileSync(desk.path('out/notes.txt'), 'mine');
    await at('out');
    expect(existsSync(desk.path('out/evidence.jsonl'))).toBe(false);
    expect(readFileSync(desk.path('out/notes.txt'), 'utf8')).toBe('mine');
  });

  it('is refused where no directory can be', async () => {
    writeFileSync(desk.path('file'), '');
    const failure = await failureOf(() => at('file'));
    expect(failure).toMatchObject({ code: 'E-OUTPUT', exit: 7 });
    expect(failure.message).toContain(desk.path('file'));
    expect(failure.fix).toContain('--output');
  });
});
