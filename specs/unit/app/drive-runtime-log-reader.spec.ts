// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endOfLog, linesMentioning, parseLogLine } from '#app/drive/runtime-log-reader.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-log-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

it('finds the lines since a place that mention what is asked for', async () => {
  const path = join(directory, 'daemon.log');
  const before = 'time="2026-11-18T18:00:00Z" msg="about abc, too early"\n';
  writeFileSync(path, before);
  const from = await endOfLog(path);
  const after = [
    'time="2026-11-18T18:00:01.5Z" msg="about abc"',
    'about def, without a time',
    'about nothing of ours',
  ];
  writeFileSync(path, `${before}${after.join('\n')}\n`);
  expect(from).toBe(before.length);
  expect(await linesMentioning(path, from, ['abc', 'def', ''])).toEqual({
    lines: [{ at: '2026-11-18T18:00:01.5Z', text: after[0] }, { text: after[1] }],
    leftOut: 0,
  });
});

it('counts what is too much', async () => {
  const path = join(directory, 'daemon.log');
  writeFileSync(path, 'abc\n'.repeat(250));
  const { lines, leftOut } = await linesMentioning(path, 0, ['abc']);
  expect([lines.length, leftOut]).toEqual([200, 50]);
});

it('has nothing to say of a log that is not there', async () => {
  const path = join(directory, 'none');
  expect(await endOfLog(path)).toBe(0);
  expect(await endOfLog(undefined)).toBe(0);
  expect(await linesMentioning(path, 0, ['abc'])).toEqual({ lines: [], leftOut: 0 });
});

it.each([
  ['I1118 18:00:01 token=abc123 of abc', 'I1118 18:00:01 token=[redacted] of abc'],
  ['{"Authorization": "Bearer abc.def"}', '{"Authorization": "[redacted]"}'],
  ['password: hunter2, user: me', 'password: [redacted], user: me'],
])('keeps no secret: %s', (line, text) => {
  expect(parseLogLine(line)).toEqual({ text });
});
