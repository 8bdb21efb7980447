// SPDX-License-Identifier: Apache-2.0
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { otherWriter, ourselves, ourselvesAndCaller } from '#files/trusted.js';

const nobody = 65_534;
let directory: string;
const path = (name: string): string => `${directory}/${name}`;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  mkdirSync(path('a'), { mode: 0o755 });
  writeFileSync(path('a/file'), '', { mode: 0o644 });
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** As somebody whose private group is nobody's: what the mode alone says. */
const says = (name: string): string | undefined => otherWriter(path(name))?.says;

describe('nobody else may write', () => {
  it('a file of ours below a sticky directory, and one that is not there yet', () => {
    expect(says('a/file')).toBeUndefined();
    expect(says('a/none/at/all')).toBeUndefined();
    expect(says('a/file/below')).toBeUndefined();
  });

  it('what a link of ours leads to, by way of .. as well', () => {
    symlinkSync('../a/./file', path('a/relative'));
    symlinkSync(path('a/../a'), path('absolute'));
    expect(says('a/relative')).toBeUndefined();
    expect(says('absolute/file')).toBeUndefined();
  });
});

describe('others may write', () => {
  it.each([
    ['the file', 'a/file', '0646'],
    ['a parent', 'a', '0757'],
  ])('%s', (_, name, mode) => {
    chmodSync(path(name), Number.parseInt(mode, 8));
    expect(otherWriter(path('a/file'))).toEqual({
      says: `${path(name)} is writable by everybody (mode ${mode})`,
      mend: `chmod go-w ${path(name)}`,
    });
  });

  it('what a link leads to, not only where it stands', () => {
    mkdirSync(path('open'));
    chmodSync(path('open'), 0o777);
    writeFileSync(path('open/file'), '');
    symlinkSync(path('open/file'), path('a/link'));
    symlinkSync('../open', path('a/directory'));
    symlinkSync('file', path('open/back'));
    expect(says('a/link')).toMatch(/open is writable by everybody/);
    expect(says('a/directory/none')).toMatch(/open is writable by everybody/);
    // The parent of what the link leads to, not of the link.
    expect(says('a/directory/../a/file')).toMatch(/open is writable by everybody/);
  });

  it('a sticky directory itself, but not what is ours in it', () => {
    chmodSync(path('a'), 0o1777);
    expect(says('a')).toMatch(/a is writable by everybody \(mode 1777\)/);
    expect(says('a/file')).toBeUndefined();
  });

  it('a link that leads to itself', () => {
    symlinkSync('loop', path('loop'));
    expect(says('loop')).toMatch(/loop is an endless chain of links/);
  });
});

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
asRoot('as root (only root can give files away)', () => {
  it('a group may write', () => {
    chmodSync(path('a'), 0o775);
    expect(says('a/file')).toBe(`${path('a')} is writable by its group (mode 0775)`);
  });

  it('another user has the file, a parent, or the link in a shared directory', () => {
    chownSync(path('a/file'), nobody, nobody);
    expect(otherWriter(path('a/file'))).toEqual({
      says: `${path('a/file')} belongs to user 65534`,
      mend: `chown -h root ${path('a/file')}`,
    });
    chownSync(path('a'), nobody, nobody);
    expect(says('a/none')).toBe(`${path('a')} belongs to user 65534`);
    mkdirSync(path('shared'));
    chmodSync(path('shared'), 0o1777);
    symlinkSync('/etc/passwd', path('shared/link'));
    expect(says('shared/link')).toBeUndefined();
    lchownSync(path('shared/link'), nobody, nobody);
    expect(says('shared/link')).toBe(`${path('shared/link')} belongs to user 65534`);
  });

  it('who called sudo is trusted, with a group of the same number, and nobody else', () => {
    chownSync(path('a'), nobody, nobody);
    chmodSync(path('a'), 0o775);
    expect(otherWriter(path('a'), ourselvesAndCaller({ SUDO_UID: '65534' }))).toBeUndefined();
    expect(otherWriter(path('a'), ourselvesAndCaller({ SUDO_UID: '1' }))?.says).toMatch(
      /belongs to user 65534$/,
    );
    chownSync(path('a'), nobody, 1);
    expect(otherWriter(path('a'), ourselvesAndCaller({ SUDO_UID: '65534' }))?.says).toMatch(/by its group/);
  });
});

it('SUDO_UID means nothing to who is not root', () => {
  expect(ourselvesAndCaller({ SUDO_UID: '7' }, 1000)).toEqual(new Set([0, 1000]));
  expect(ourselvesAndCaller({ SUDO_UID: '7' }, 0)).toEqual(new Set([0, 7]));
  expect(ourselvesAndCaller({ SUDO_UID: 'x' }, 0)).toEqual(new Set([0]));
  expect(ourselves(1000)).toEqual(new Set([0, 1000]));
});
