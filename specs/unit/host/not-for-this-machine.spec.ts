// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { notForThisMachine } from '#host/not-for-this-machine.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const own = readFileSync(process.execPath).subarray(0, 64);
const foreign = Buffer.from(own);
foreign.writeUInt16LE(0xfeed, 18);

describe('notForThisMachine', () => {
  it.each([
    ['our own kind of program', own, undefined],
    ['a script', Buffer.from('#!/bin/sh\n'), undefined],
    ['a text', Buffer.from('hello'), 'exec format error (no program)'],
    ['an empty file', Buffer.alloc(0), 'exec format error (no program)'],
    ['a program for another machine', foreign, 'exec format error (a program for another machine)'],
  ])('looks at %s', (_what, bytes, problem) => {
    writeFileSync(join(directory, 'program'), bytes);
    expect(notForThisMachine(join(directory, 'program'))).toBe(problem);
  });
});
