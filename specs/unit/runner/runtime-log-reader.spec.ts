// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { runtimeLogSize, linesMentioning, parseRuntimeLogLine } from '#runner/runtime-log-reader.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-log-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const id = '0123456789abcdef'.repeat(4);
const uid = '6c1e2f30-0a1b-4c2d-8e3f-0123456789ab';

it('finds the lines since a place that mention what is asked for', async () => {
  const path = join(directory, 'daemon.log');
  const before = `time="2026-11-18T18:00:00Z" msg="about ${id}, too early"\n`;
  writeFileSync(path, before);
  const from = await runtimeLogSize(path);
  const after = [
    `time="2026-11-18T18:00:01.5Z" msg="about ${id}"`,
    `about /kubepods/pod${uid}/crio-${id.replace('0', '1')}, without a time`,
    `about ${id}0, which is nothing of ours`,
  ];
  writeFileSync(path, `${before}${after.join('\n')}\n`);
  expect(from).toBe(before.length);
  expect(await linesMentioning(path, from, new Set([id, uid, '']))).toEqual({
    lines: [{ at: '2026-11-18T18:00:01.5Z', text: after[0] }, { text: after[1] }],
    leftOut: 0,
  });
});

it.each([
  ['of one letter', 'e'],
  ['that are words', 'create'],
  ['that are half a sentence', 'create container'],
  ['that are the beginning of an id', id.slice(0, 32)],
])('takes no lines of others for those of ids %s', async (_, ours) => {
  const path = join(directory, 'daemon.log');
  writeFileSync(path, `create container prod/db ${id} env DB_PW hunter2\n`);
  expect(await linesMentioning(path, 0, new Set([ours]))).toEqual({ lines: [], leftOut: 0 });
});

it('counts what is too much', async () => {
  const path = join(directory, 'daemon.log');
  writeFileSync(path, `${id}\n`.repeat(250));
  const { lines, leftOut } = await linesMentioning(path, 0, new Set([id]));
  expect([lines.length, leftOut]).toEqual([200, 50]);
});

it('has nothing to say of a log that is not there', async () => {
  const path = join(directory, 'none');
  expect(await runtimeLogSize(path)).toBe(0);
  expect(await runtimeLogSize(undefined)).toBe(0);
  expect(await linesMentioning(path, 0, new Set([id]))).toEqual({ lines: [], leftOut: 0 });
});

it.each([
  ['I1118 18:00:01 token=abc123 of abc', 'I1118 18:00:01 token=[redacted] of abc'],
  ['{"Authorization": "Bearer abc.def"}', '{"Authorization": "[redacted]"}'],
  ['password: hunter2, user: me', 'password: [redacted], user: me'],
])('keeps no secret: %s', (line, text) => {
  expect(parseRuntimeLogLine(line)).toEqual({ text });
});
