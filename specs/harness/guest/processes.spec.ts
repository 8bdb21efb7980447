// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { outputOf, runBox, startBox } from '../../support/run-box.js';

const timed = async (statement: string): Promise<number> => {
  const before = performance.now();
  expect((await runBox([statement])).code).toBe(0);
  return performance.now() - before;
};

const field = async (pid: number, file: string, name: string): Promise<number> => {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8');
  return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(text)?.[1]);
};

/** No signal, in a mask as /proc shows it. */
const none = '0000000000000000';

describe('the end', () => {
  it.each([0, 1, 42, 255])('exits with %d', async (code) => {
    expect((await runBox([`exit ${code}`, 'print never'])).code).toBe(code);
  });

  it('is 0 after the last statement', async () => {
    expect((await runBox(['print x'])).code).toBe(0);
  });
});

describe('time, memory and processes', () => {
  it('sleeps', async () => {
    expect(await timed('sleep 200ms')).toBeGreaterThanOrEqual(195);
    expect(await timed('sleep 0s')).toBeLessThan(5000);
  });

  it('waits for ever', async () => {
    const box = startBox(['print ready', 'wait', 'print never']);
    await box.seen('ready');
    box.kill('SIGTERM');
    expect((await box.ended).stdout).toBe('ready\n');
  });

  it('holds memory that is really there', async () => {
    const box = startBox(['memory 16m', 'print held', 'wait']);
    await box.seen('held');
    const kilobytes = await field(box.pid, 'status', 'VmRSS');
    box.kill('SIGKILL');
    await box.ended;
    expect(kilobytes).toBeGreaterThanOrEqual(16 * 1024);
    expect(kilobytes).toBeLessThan(18 * 1024);
  });

  it('says when there is not so much memory', async () => {
    const ended = await runBox(['memory 900000g']);
    expect(ended).toMatchObject({ code: 66, stderr: 'box: memory: errno 12\n' });
  });

  it('burns the processor', async () => {
    const box = startBox(['cpu 300ms', 'print burnt', 'wait']);
    await box.seen('burnt');
    const times = (await readFile(`/proc/${box.pid}/stat`, 'utf8')).split(' ');
    box.kill('SIGKILL');
    await box.ended;
    // In hundredths of a second; a busy machine leaves us less than all of it.
    expect(Number(times[13]) + Number(times[14])).toBeGreaterThanOrEqual(5);
  });

  it('has children that sleep and end', async () => {
    const box = startBox(['fork 3 10s', 'print forked', 'wait']);
    await box.seen('forked');
    const children = await readFile(`/proc/${box.pid}/task/${box.pid}/children`, 'utf8');
    const pids = children.trim().split(' ').map(Number);
    for (const pid of pids) process.kill(pid, 'SIGTERM');
    box.kill('SIGTERM');
    await box.ended;
    expect(pids).toHaveLength(3);
  });

  it('gives its children none of its reactions', async () => {
    const box = startBox(['on TERM ignore', 'on USR1 exit 0', 'fork 1 1m', 'print forked', 'wait']);
    await box.seen('forked');
    const [child = 0] = (await readFile(`/proc/${box.pid}/task/${box.pid}/children`, 'utf8'))
      .split(' ')
      .map(Number);
    const caught = async (): Promise<string | undefined> =>
      /SigCgt:\s*(\w+)/.exec(await readFile(`/proc/${child}/status`, 'utf8'))?.[1];
    // It forgets them first of all; on a busy machine its parent may have printed before.
    for (let look = 0; look < 1000 && (await caught()) !== none; look++) await pause(5);
    const left = await caught();
    process.kill(child, left === none ? 'SIGTERM' : 'SIGKILL');
    box.kill('SIGUSR1');
    expect((await box.ended).code).toBe(0);
    expect(left).toBe(none);
  });

  it('leaves a child behind that keeps the output open', async () => {
    const box = startBox(['background 100ms late', 'print early']);
    expect(await box.ended).toMatchObject({ code: 0, stdout: 'early\nlate\n' });
  });
});

describe('order', () => {
  it('runs statements one after the other', async () => {
    expect(await outputOf('print 1', 'sleep 10ms', 'print 2', 'exit 0', 'print 3')).toBe('1\n2\n');
  });
});
