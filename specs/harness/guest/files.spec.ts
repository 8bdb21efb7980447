// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outputOf, runBox, startBox } from '../../support/run-box.js';

let directory = '';
const at = (name: string): string => join(directory, name);

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'box-files-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('files', () => {
  it('are put, appended to and read', async () => {
    const text = await outputOf(`put ${at('f')} one two`, `append ${at('f')} three`, `cat ${at('f')}`);
    expect(text).toBe('one two\nthree\n');
    await runBox([`put ${at('f')} short`]);
    expect(await readFile(at('f'), 'utf8')).toBe('short\n');
  });

  it.each([
    ['cat', '', 2],
    ['put', '/f text', 2],
    ['append', '/f text', 2],
    ['mkdir', '/d', 2],
  ])('%s of what cannot be opened ends it with 66', async (verb, rest, errno) => {
    const path = at('missing');
    const ended = await runBox([`${verb} ${path}${rest}`]);
    expect(ended).toMatchObject({
      code: 66,
      stderr: `box: ${path}${rest.split(' ')[0] ?? ''}: errno ${errno}\n`,
    });
  });

  it('are described', async () => {
    await writeFile(at('f'), '12345');
    await chmod(at('f'), 0o640);
    await mkdir(at('d'));
    await chmod(at('d'), 0o1777);
    await symlink('f', at('l'));
    const owner = `${process.getuid?.() ?? 0} ${process.getgid?.() ?? 0}`;
    const text = await outputOf(`stat ${at('f')}`, `stat ${at('d')}`, `stat ${at('l')}`, `stat ${at('no')}`);
    const lines = text.split('\n');
    expect(lines[0]).toBe(`${at('f')} file 0640 ${owner} 5`);
    expect(lines[1]).toMatch(new RegExp(`^${at('d')} dir 1777 ${owner} \\d+$`));
    expect(lines[2]).toBe(`${at('l')} link 0777 ${owner} 1`);
    expect(lines[3]).toBe(`${at('no')} missing`);
    expect(await outputOf('stat /dev/null', `stat ${at('f')}/below`)).toBe(
      `/dev/null char 0666 0 0 0\n${at('f')}/below missing\n`,
    );
  });

  it('are made and removed, and it does not matter if that was done before', async () => {
    const [file, folder] = [at('f'), at('d')];
    const text = await outputOf(
      ...[`mkdir ${folder}`, `mkdir ${folder}`, `put ${file} x`],
      ...[`remove ${file}`, `remove ${file}`, `remove ${folder}`, `stat ${file}`, `stat ${folder}`],
    );
    expect(text).toBe(`${file} missing\n${folder} missing\n`);
  });

  it('are awaited', async () => {
    const box = startBox(['print waiting', `await ${at('f')}`, 'print there']);
    await box.seen('waiting');
    await writeFile(at('f'), '');
    expect(await box.ended).toMatchObject({ code: 0, stdout: 'waiting\nthere\n' });
  });

  it('are devices, which can be opened or not', async () => {
    await writeFile(at('f'), '');
    expect(await outputOf('device /dev/null', `device ${at('f')}`, `device ${at('')}`)).toBe(
      `/dev/null char 1:3 read 0 write 0\n${at('f')} file 0:0 read 0 write 0\n${at('')} dir 0:0 read 0 write 21\n`,
    );
  });

  it('decide about statements', async () => {
    const statements = [`if-file ${at('f')} print there`, 'print on'];
    expect(await outputOf(...statements)).toBe('on\n');
    await writeFile(at('f'), '');
    expect(await outputOf(...statements)).toBe('there\non\n');
  });

  it('count the times a statement is run', async () => {
    const statements = [`times ${at('n')} 2 exit 7`, 'print works'];
    const codes = [];
    for (let run = 0; run < 4; run++) codes.push((await runBox(statements)).code);
    expect(codes).toEqual([7, 7, 0, 0]);
    expect(await readFile(at('n'), 'utf8')).toBe('2\n');
  });
});
