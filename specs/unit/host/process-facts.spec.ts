// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ageMs, oomKillsOfNode, processFacts } from '#host/process-facts.js';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'criprobe-proc-'));
  mkdirSync(join(proc, '42'));
});
afterEach(() => {
  rmSync(proc, { recursive: true, force: true });
});

const write = (file: string, text: string): void => {
  writeFileSync(join(proc, file), text);
};

const stat = '42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 100 200';
const status = [
  'Name:\tbox',
  'SigQ:\t0/15000',
  'SigPnd:\t0000000000000001',
  'ShdPnd:\t0000000000004000',
  'SigBlk:\t0000000000000002',
  'SigIgn:\t0000000000000004',
  'SigCgt:\t0000000000000008',
].join('\n');

describe('processFacts', () => {
  it('reads what tells a process, its signals and its program', () => {
    write('42/stat', stat);
    write('42/status', status);
    write('42/cmdline', '/box\0print a b\0wait\0');
    write('42/oom_score_adj', '-998\n');
    expect(processFacts(42, proc)).toEqual({
      pid: 42,
      startTicks: '12345',
      state: 'S',
      parent: 7,
      command: '/box print a b wait',
      signals: {
        pending: '0000000000004000',
        blocked: '0000000000000002',
        ignored: '0000000000000004',
        caught: '0000000000000008',
      },
      oomScoreAdj: -998,
    });
  });

  it('knows no process that is not there, or ends while it is read', () => {
    expect(processFacts(43, proc)).toBeUndefined();
    write('42/stat', stat);
    expect(processFacts(42, proc)).toBeUndefined();
  });
});

it('tells the age of a process', () => {
  write('uptime', '200.50 300.00\n');
  expect(ageMs({ startTicks: '12345' }, proc)).toBeCloseTo(77_050);
});

it('counts the kills of the OOM killer, if the kernel does', () => {
  expect(oomKillsOfNode(proc)).toBeUndefined();
  write('vmstat', 'nr_free_pages 1\noom_kill 12\nnuma_hit 1\n');
  expect(oomKillsOfNode(proc)).toBe(12);
});
