// SPDX-License-Identifier: Apache-2.0
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createOwnDirectory, deleteOwnDirectory, isOwnDirectory, marker } from '#run-ledger/own-directory.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';

const nobody = 65_534;
let home: string;
const path = (name: string): string => join(home, name);
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

describe('a directory of ours', () => {
  it('is for us alone, and has its mark before it has its name', () => {
    createOwnDirectory(path('work/run'));
    expect(statSync(path('work/run')).mode & 0o777).toBe(0o700);
    expect(isOwnDirectory(path('work/run'))).toBe(true);
    expect(readdirSync(path('work'))).toEqual(['run']);
  });

  it('may be made twice, and from one that is there', () => {
    mkdirSync(path('run'));
    writeFileSync(path('run/file'), 'kept');
    createOwnDirectory(path('run'));
    createOwnDirectory(path('run'));
    expect(readFileSync(path('run/file'), 'utf8')).toBe('kept');
    expect(isOwnDirectory(path('run'))).toBe(true);
  });

  it('goes with what was not finished when its run was killed', async () => {
    createOwnDirectory(path('run.new-123'));
    createOwnDirectory(path('other.new-123'));
    mkdirSync(path('run.new-124'));
    await undoSteps([{ kind: 'directory', path: path('run') }], genericRules);
    expect(readdirSync(home)).toEqual(['other.new-123']);
  });

  it('is not one whose mark, or which itself, is a link', () => {
    createOwnDirectory(path('run'));
    mkdirSync(path('foreign'));
    symlinkSync(path(`run/${marker}`), path(`foreign/${marker}`));
    symlinkSync(path('run'), path('link'));
    expect([path('foreign'), path('link'), 'run', `${home}/./run`].map(isOwnDirectory)).toEqual([
      ...[false, false, false, false],
    ]);
    expect(() => {
      createOwnDirectory(path('foreign'));
    }).toThrow('EEXIST');
  });

  it('is deleted without what its links lead to', () => {
    mkdirSync(path('victim'));
    writeFileSync(path('victim/canary'), '');
    createOwnDirectory(path('run'));
    symlinkSync(path('victim'), path('run/link'));
    deleteOwnDirectory(path('run'));
    expect(existsSync(path('victim/canary'))).toBe(true);
    expect(existsSync(path('run'))).toBe(false);
  });
});

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
asRoot('as root, what another user made', () => {
  it('bears no mark of ours', async () => {
    mkdirSync(path('foreign'));
    writeFileSync(path(`foreign/${marker}`), '');
    writeFileSync(path('foreign/canary'), '');
    chownSync(path(`foreign/${marker}`), nobody, nobody);
    expect(isOwnDirectory(path('foreign'))).toBe(false);
    const { removed, remains } = await undoSteps(
      [{ kind: 'directory', path: path('foreign') }],
      genericRules,
    );
    expect(removed).toEqual([]);
    expect(remains).toEqual([expect.stringMatching(/its mark .* is gone, .* then rm -r /)]);
    expect(existsSync(path('foreign/canary'))).toBe(true);
    chownSync(path(`foreign/${marker}`), 0, 0);
    chownSync(path('foreign'), nobody, nobody);
    expect(isOwnDirectory(path('foreign'))).toBe(false);
  });

  it('is not made ours, and not taken away when it is empty', async () => {
    mkdirSync(path('foreign'));
    lchownSync(path('foreign'), nobody, nobody);
    expect(() => {
      createOwnDirectory(path('foreign'));
    }).toThrow(/foreign is refused: .* belongs to user 65534$/);
    await undoSteps([{ kind: 'directory', path: path('foreign') }], genericRules);
    expect(existsSync(path('foreign'))).toBe(true);
  });
});
