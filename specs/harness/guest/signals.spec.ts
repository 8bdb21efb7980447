// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { boxPath, runBox, startBox } from '../../support/run-box.js';

const ready = 'print ready';

describe('signals', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGKILL'] as const)(
    '%s ends it like any other program',
    async (signal) => {
      const box = startBox([ready, 'wait']);
      await box.seen('ready');
      box.kill(signal);
      expect((await box.ended).signal).toBe(signal);
    },
  );

  it('leads to the exit code that was asked for', async () => {
    const box = startBox(['on TERM exit 9', ready, 'wait']);
    await box.seen('ready');
    box.kill('SIGTERM');
    expect((await box.ended).code).toBe(9);
  });

  it('may end it later, while it goes on with what it does', async () => {
    const box = startBox(['on TERM exit 4 after 300ms', 'tick 20ms t']);
    await box.seen('t 1\n');
    const before = performance.now();
    box.kill('SIGTERM');
    const ended = await box.ended;
    expect(ended.code).toBe(4);
    expect(performance.now() - before).toBeGreaterThanOrEqual(290);
    expect(ended.stdout.split('\n').length).toBeGreaterThan(4);
  });

  it('a second one does not postpone the end', async () => {
    const box = startBox(['on TERM exit 4 after 200ms', 'on USR1 print again', ready, 'wait']);
    await box.seen('ready');
    box.kill('SIGTERM');
    box.kill('SIGUSR1');
    await box.seen('again');
    box.kill('SIGTERM');
    expect((await box.ended).code).toBe(4);
  });

  it('are ignored, printed and written down', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'box-signals-'));
    const marks = join(directory, 'marks');
    const box = startBox([
      'on HUP ignore',
      'on USR1 print got it',
      `on USR2 append ${marks} a mark`,
      ready,
      'sleep 1m',
    ]);
    await box.seen('ready');
    box.kill('SIGHUP');
    box.kill('SIGUSR2');
    box.kill('SIGUSR1');
    await box.seen('got it\n');
    box.kill('SIGTERM');
    expect((await box.ended).signal).toBe('SIGTERM');
    expect(await readFile(marks, 'utf8')).toBe('a mark\n');
    await rm(directory, { recursive: true });
  });

  it('the last reaction counts', async () => {
    const box = startBox(['on TERM ignore', 'on TERM exit 1', 'on TERM exit 2', ready, 'wait']);
    await box.seen('ready');
    box.kill('SIGTERM');
    expect((await box.ended).code).toBe(2);
  });

  it('are named, numbered, or counted from RTMIN as runtimes do', async () => {
    for (const [name, number] of [
      ['SIGTERM', 15],
      ['12', 12],
      ['RTMIN+3', 37],
      ['RTMAX-1', 63],
    ] as const) {
      const box = startBox([`on ${name} exit ${number}`, ready, 'wait']);
      await box.seen('ready');
      process.kill(box.pid, number);
      expect((await box.ended).code).toBe(number);
    }
  });

  it('may come from itself', async () => {
    expect((await runBox(['on TERM exit 1', 'raise TERM'])).signal).toBe('SIGTERM');
    expect((await runBox(['raise KILL'])).signal).toBe('SIGKILL');
    expect((await runBox(['raise WINCH'])).code).toBe(128 + constants.signals.SIGWINCH);
  });

  it('does not end a sleep', async () => {
    const before = performance.now();
    const box = startBox(['on USR1 print hey', ready, 'sleep 400ms', 'print slept']);
    await box.seen('ready');
    box.kill('SIGUSR1');
    expect((await box.ended).stdout).toBe('ready\nhey\nslept\n');
    expect(performance.now() - before).toBeGreaterThanOrEqual(400);
  });
});

describe('the pause program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends in peace on %s', async (signal) => {
    const box = startBox([]);
    // It says nothing: that it has come as far as its handlers shows in the signals the kernel lists for it.
    const caught = async (): Promise<bigint> => {
      const status = await readFile(`/proc/${box.pid}/status`, 'utf8');
      return BigInt(`0x${/SigCgt:\s*(\w+)/.exec(status)?.[1] ?? '0'}`);
    };
    while (((await caught()) & 0x4002n) !== 0x4002n);
    box.kill(signal);
    expect(await box.ended).toMatchObject({ code: 0, signal: null });
  });
});

const unshare = 'unshare';
const namespaces = [unshare, '--pid', '--fork', '--kill-child'];
const canUnshare = spawnSync(unshare, ['--pid', '--fork', '--kill-child', boxPath(), 'exit 0']).status === 0;

(canUnshare ? describe : describe.skip)('as process 1', () => {
  it('dies of what it raises, although the kernel would not have it', async () => {
    expect((await runBox(['show pid', 'raise TERM'], { through: namespaces })).code).toBe(143);
    expect((await runBox(['raise KILL'], { through: namespaces })).code).toBe(137);
    expect((await runBox(['raise RTMIN+3'], { through: namespaces })).code).toBe(165);
  });

  it('ends on signals that nobody named, and on those that somebody did', async () => {
    // The sleeper inherits the namespace and its first process: the signal comes from within, as from a runtime's exec.
    for (const [reaction, code] of [
      ['print unused', 143],
      ['exit 5', 5],
    ] as const) {
      const on = reaction === 'exit 5' ? 'TERM' : 'USR1';
      const box = startBox([`on ${on} ${reaction}`, 'show pid', 'wait'], { through: namespaces });
      await box.seen('pid=1 ');
      const children = await readFile(`/proc/${box.pid}/task/${box.pid}/children`, 'utf8');
      process.kill(Number(children.trim()), 'SIGTERM');
      expect((await box.ended).code).toBe(code);
    }
  });

  it('reaps its children', async () => {
    const box = startBox(['fork 3 1ms', 'background 50ms born', 'tick 20ms t'], { through: namespaces });
    await box.seen('born');
    await box.seen('t 5\n');
    const [first = ''] = (await readFile(`/proc/${box.pid}/task/${box.pid}/children`, 'utf8'))
      .trim()
      .split(' ');
    const zombies = await readFile(`/proc/${first}/task/${first}/children`, 'utf8');
    process.kill(Number(first), 'SIGKILL');
    await box.ended;
    expect(zombies).toBe('');
  });
});
