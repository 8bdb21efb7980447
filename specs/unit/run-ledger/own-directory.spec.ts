// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
    expect(remains).toEqual([expect.stringMatching(/its marker .* is missing, .* then rm -r /)]);
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

describe('its removal, with somebody else’s files in reach,', () => {
  let dir: string;
  let own: string;
  let victim: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'criprobe-own-'));
    [own, victim] = [join(dir, 'own'), join(dir, 'victim')];
    mkdirSync(join(victim, 'sub'), { recursive: true });
    writeFileSync(join(victim, 'sub/canary'), 'canary');
  });
  afterEach(() => {
    expect(readdirSync(victim)).toEqual(['sub']);
    expect(readFileSync(join(victim, 'sub/canary'), 'utf8')).toBe('canary');
    rmSync(dir, { recursive: true, force: true });
  });

  it('goes with all that containers left in it, and not with what that leads to', () => {
    createOwnDirectory(own);
    const volume = join(own, 'kubelet/pods/u/volumes/v');
    mkdirSync(join(volume, ...Array.from({ length: 40 }, () => 'deep')), { recursive: true });
    symlinkSync(victim, join(volume, 'out'));
    symlinkSync(join(victim, 'sub/canary'), join(own, 'link'));
    spawnSync('mkfifo', [join(volume, 'fifo')]);
    deleteOwnDirectory(own);
    expect(existsSync(own)).toBe(false);
  });

  const turner = `
    const fs = require('fs'); const [volume, victim] = process.argv.slice(1);
    const tried = (act) => { try { act(); } catch {} };
    process.chdir(volume);
    console.log('turning');
    for (;;) {
      tried(() => fs.mkdirSync('d/sub', { recursive: true })); tried(() => fs.renameSync('d', 'away'));
      tried(() => fs.symlinkSync(victim, 'd')); tried(() => fs.unlinkSync('d')); tried(() => fs.renameSync('away', 'd'));
    }
  `;

  it('goes while somebody turns its directories into links', async () => {
    for (let round = 0; round < 5; round += 1) {
      createOwnDirectory(own);
      const volume = join(own, 'volume');
      mkdirSync(volume);
      const other = spawn(process.execPath, ['-e', turner, volume, victim], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(other.stdout, 'data');
      const ended = once(other, 'exit');
      try {
        deleteOwnDirectory(own);
      } catch {
        // It may be filled again while it is emptied: then it stays, with its mark.
        expect(existsSync(own)).toBe(true);
      }
      other.kill('SIGKILL');
      await ended;
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('keeps its mark when somebody goes on filling it', async () => {
    createOwnDirectory(own);
    const filler = `const fs = require('fs'); const [file] = process.argv.slice(1); console.log('filling');
      for (;;) { try { fs.writeFileSync(file, ''); } catch {} }`;
    const other = spawn(process.execPath, ['-e', filler, join(own, 'again')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(other.stdout, 'data');
    const ended = once(other, 'exit');
    try {
      for (let round = 0; round < 300; round += 1) {
        createOwnDirectory(own);
        try {
          deleteOwnDirectory(own);
        } catch {
          expect(isOwnDirectory(own)).toBe(true);
        }
      }
    } finally {
      other.kill('SIGKILL');
      await ended;
    }
  });
});
