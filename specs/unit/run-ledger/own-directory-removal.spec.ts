// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createOwnDirectory, deleteOwnDirectory, isOwnDirectory } from '#run-ledger/own-directory.js';

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
