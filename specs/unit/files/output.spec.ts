// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outputTo, type Output } from '#files/output.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const never = (): AbortSignal => new AbortController().signal;

it('to a file is there at once, and says what went wrong when it is closed', async () => {
  const path = join(directory, 'file');
  const output = outputTo(openSync(path, 'wx'));
  output.write('a\n');
  expect(readFileSync(path, 'utf8')).toBe('a\n');
  await output.close(never());
  output.write('late\n');
  expect(readFileSync(path, 'utf8')).toBe('a\n');
  const full = outputTo(openSync('/dev/full', 'w'));
  full.write('b\n');
  expect(full.broken.aborted).toBe(true);
  await expect(full.close(never())).rejects.toThrow('ENOSPC');
});

describe('to a pipe', () => {
  let fifo: string;
  let reader: number;
  beforeEach(() => {
    fifo = join(directory, 'fifo');
    execFileSync('mkfifo', [fifo]);
    reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  });
  const output = (): Output => outputTo(openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK));
  const megabyte = 'x'.repeat(1_000_000);

  it('is complete when it is closed, however slowly it is read', async () => {
    const writing = output();
    for (let at = 0; at < 3; at += 1) writing.write(megabyte);
    const slow = await open(fifo);
    closeSync(reader);
    const read = slow.readFile('utf8');
    await writing.close(never());
    expect(await read).toHaveLength(3_000_000);
    await slow.close();
  });

  it('that nobody reads is given up some seconds after the signal', async () => {
    const writing = output();
    writing.write(megabyte);
    const begunMs = performance.now();
    await expect(writing.close(AbortSignal.abort())).rejects.toThrow('nobody reads it');
    expect(performance.now() - begunMs).toBeLessThan(6_000);
    closeSync(reader);
  });

  it('that nobody reads keeps a limited amount', async () => {
    const writing = output();
    for (let at = 0; at < 80 && !writing.broken.aborted; at += 1) writing.write(megabyte);
    expect(writing.broken.aborted).toBe(true);
    await expect(writing.close(never())).rejects.toThrow('64 MB are unread');
    closeSync(reader);
  });

  it('whose reader has gone says so', async () => {
    const writing = output();
    writing.write(megabyte);
    closeSync(reader);
    await expect(writing.close(never())).rejects.toThrow('EPIPE');
  });
});
