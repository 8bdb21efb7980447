// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { boxPath, runBox } from '../../support/run-box.js';

const machines = { amd64: 62, arm64: 183 };

describe.each(['amd64', 'arm64'] as const)('the binary for %s', (architecture) => {
  it('is the one whose checksum was written down', async () => {
    const sums = await readFile(boxPath(architecture).replace(/box-\w+$/, 'SHA256SUMS'), 'utf8');
    const sum = createHash('sha256')
      .update(await readFile(boxPath(architecture)))
      .digest('hex');
    expect(sums.split('\n')).toContain(`${sum}  box-${architecture}`);
  });

  it('has at most 20 KB and may be executed', async () => {
    const { size, mode } = await stat(boxPath(architecture));
    expect(size).toBeLessThanOrEqual(20 * 1000);
    expect(mode & 0o111).toBe(0o111);
  });

  it('is a static program for that machine', async () => {
    const bytes = await readFile(boxPath(architecture));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
    expect(bytes.readUInt16LE(16)).toBe(2);
    expect(bytes.readUInt16LE(18)).toBe(machines[architecture]);
    const segments = Array.from({ length: bytes.readUInt16LE(56) }, (_, i) =>
      bytes.readUInt32LE(Number(bytes.readBigUInt64LE(32)) + i * bytes.readUInt16LE(54)),
    );
    const [dynamic, interpreter] = [2, 3];
    expect(segments).not.toContain(dynamic);
    expect(segments).not.toContain(interpreter);
  });
});

const foreign = process.arch === 'arm64' ? 'amd64' : 'arm64';
const emulator = foreign === 'arm64' ? 'qemu-aarch64-static' : 'qemu-x86_64-static';
const canEmulate = spawnSync(emulator, ['--version']).status === 0;

(canEmulate ? describe : describe.skip)(`the binary for ${foreign}, emulated`, () => {
  const emulated = (...statements: string[]): ReturnType<typeof runBox> =>
    runBox(statements, { through: [emulator], program: boxPath(foreign) });

  it('says and does the same', async () => {
    const statements = [
      'lines 2 x',
      'eprint e',
      'stat /dev/null',
      'show env NOTHING',
      'memory 1m',
      'fork 1 1ms',
    ];
    const own = await runBox(statements);
    expect(await emulated(...statements)).toEqual(own);
    expect(own.stdout).toBe('x 1\nx 2\n/dev/null char 0666 0 0 0\nNOTHING unset\n');
  });

  it('exits, dies and complains the same', async () => {
    expect((await emulated('exit 7')).code).toBe(7);
    expect((await emulated('raise TERM')).signal).toBe('SIGTERM');
    expect((await emulated('cat /nowhere')).code).toBe(66);
    expect((await emulated('dance')).code).toBe(64);
  });
});
