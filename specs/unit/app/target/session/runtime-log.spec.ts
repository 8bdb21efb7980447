// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { runtimeLog, saveRuntimeLog, type RuntimeLog } from '#app/target/session/runtime-log.js';

let dir: string;
let into: string;
let source: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'criprobe-runtime-log-'));
  into = join(dir, 'runtime.log');
  source = join(dir, 'daemon.log');
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const { signal } = new AbortController();
const limits = { maxBytes: 1000, maxMs: 20_000 };
const shell = (script: string): RuntimeLog => ({ kind: 'command', argv: ['/bin/sh', '-c', script] });

it('copies what was written since, for the owner alone', async () => {
  writeFileSync(source, 'before\n');
  const log = runtimeLog(`file:${source}`);
  appendFileSync(source, 'since\n');
  expect(log && (await saveRuntimeLog(log, into, { signal }))).toBeUndefined();
  expect([readFileSync(into, 'utf8'), statSync(into).mode & 0o777]).toEqual(['since\n', 0o600]);
});

it('takes the place of a link, and does not write through it', async () => {
  const victim = join(dir, 'victim');
  writeFileSync(victim, 'canary');
  symlinkSync(victim, into);
  expect(await saveRuntimeLog(shell('echo said; echo complained >&2'), into, { signal })).toBeUndefined();
  expect(readFileSync(into, 'utf8').split('\n').toSorted()).toEqual(['', 'complained', 'said']);
  expect(readFileSync(victim, 'utf8')).toBe('canary');
});

it.each<[string, () => RuntimeLog]>([
  ['a file', () => (truncateSync(source, 1 << 30), { kind: 'file', path: source, fromByte: 0 })],
  ['a command', () => shell('exec yes')],
])('ends with the limit: %s', async (_, of) => {
  writeFileSync(source, '');
  expect(await saveRuntimeLog(of(), into, { signal, limits })).toBe(
    "the runtime's log is truncated after 1000 bytes",
  );
  expect(statSync(into).size).toBe(1000);
});

it('ends with the time, and ends the command', async () => {
  const haste = { maxBytes: 1000, maxMs: 300 };
  const complaint = await saveRuntimeLog(shell('echo $$; exec sleep 600'), into, { signal, limits: haste });
  expect(complaint).toBe("the runtime's log could not be saved: it took longer than 0.3 s");
  const pid = Number(readFileSync(into, 'utf8'));
  const isGone = (): boolean => spawnSync('kill', ['-0', String(pid)]).status !== 0;
  while (!isGone()) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isGone()).toBe(true);
});

it('ends with the signal', async () => {
  const ending = new AbortController();
  const saving = saveRuntimeLog(shell('exec sleep 600'), into, { signal: ending.signal });
  ending.abort(new Error('interrupted'));
  expect(await saving).toContain("the runtime's log could not be saved");
  expect(readdirSync(dir)).toEqual([]);
});

it.each<[string, () => RuntimeLog, string]>([
  ['a FIFO', () => (spawnSync('mkfifo', [source]), fileLog()), 'is a FIFO, not a regular file'],
  ['a device', () => ({ ...fileLog(), path: '/dev/zero' }), 'is a character device, not a regular file'],
  ['a directory', () => ({ ...fileLog(), path: dir }), 'is a directory, not a regular file'],
  ['nothing', () => fileLog(), 'ENOENT'],
  ['no command', () => ({ kind: 'command', argv: ['/nowhere/docker'] }), 'ENOENT'],
  ['a command that fails', () => shell('exit 3'), 'exited 3'],
])('says why there is none: %s', async (_, of, why) => {
  expect(await saveRuntimeLog(of(), into, { signal })).toContain(why);
  expect(existsSync(into)).toBe(false);
});

function fileLog(): RuntimeLog & { kind: 'file' } {
  return { kind: 'file', path: source, fromByte: 0 };
}
