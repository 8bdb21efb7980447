// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectCri } from '#cri/client/grpc-client.js';
import { socketAnswers } from '#cri/client/socket-answers.js';
import { ExternalDaemon, type DaemonCommands } from '#launchers/external/external-daemon.js';
import type { DaemonAct } from '#launchers/daemon.js';
import { existingSocket } from '#launchers/external/existing-socket.js';
import type { LaunchedRuntime } from '#launchers/launcher.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { toldRuntime, type ToldRuntime } from '../tell.js';

let directory: string;
let socket: string;
let told: ToldRuntime;
let all: Readonly<Record<keyof DaemonCommands, string>>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'cps-'));
  socket = join(directory, 's');
  told = await toldRuntime(directory);
  const { command } = told;
  all = {
    stop: command('stop'),
    start: command('start'),
    crash: command('crash'),
    restart: `${command('stop')} && ${command('start')}`,
  };
});
afterEach(async () => {
  await told[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const launch = (
  commands: DaemonCommands,
  leaves: (step: CleanupStep) => void = () => undefined,
): Promise<LaunchedRuntime> =>
  existingSocket({ endpoint: socket, commands }).launch({
    directory: join(directory, 'none'),
    registry: '',
    sandboxImage: '',
    leaves,
  });

/** One that does not wait long for what its commands bring about. */
const hasty = (commands: DaemonCommands, commandMs = 60_000): ExternalDaemon =>
  new ExternalDaemon({
    endpoint: `unix://${socket}`,
    commands,
    leaves: () => undefined,
    limits: { commandMs, effectMs: 300 },
  });

async function isReady(): Promise<boolean> {
  const client = connectCri({ runtimeEndpoint: socket });
  const { kind } = await client.call('Status', {}, { deadlineMs: 5_000 });
  client.close();
  return kind === 'ok';
}

describe('what it can be made to do', () => {
  const acts: readonly DaemonAct[] = ['stop', 'crash', 'start', 'restart', 'replace'];
  const given = { stop: 'a', start: 'b', restart: 'c', crash: 'd' };
  it.each<[string, (keyof DaemonCommands)[], Partial<Record<DaemonAct, string>>]>([
    [
      'nothing',
      [],
      {
        stop: '--stop-command and --start-command',
        crash: '--crash-command and --start-command',
        start: '--start-command',
        restart: '--restart-command',
      },
    ],
    ['all', ['stop', 'start', 'restart', 'crash'], {}],
    ['stop and start', ['stop', 'start'], { crash: '--crash-command' }],
    [
      'only a stop',
      ['stop'],
      {
        stop: '--start-command',
        crash: '--crash-command and --start-command',
        start: '--start-command',
        restart: '--start-command',
      },
    ],
    [
      'only a restart',
      ['restart'],
      {
        stop: '--stop-command and --start-command',
        crash: '--crash-command and --start-command',
        start: '--start-command',
      },
    ],
  ])('with %s', (_name, names, lacking) => {
    const daemon = hasty(Object.fromEntries(names.map((name) => [name, given[name]])));
    for (const act of acts) {
      const says = daemon.lacks(act);
      if (act === 'replace') expect(says).toMatch(/binaries/);
      else if (lacking[act] === undefined) expect(says).toBeUndefined();
      else
        expect(says).toBe(`no command was given to ${act} the runtime at unix://${socket}: ${lacking[act]}`);
    }
  });

  it.each(['stop', 'crash', 'start', 'restart'] as const)('%s without commands is refused', async (act) => {
    await expect(hasty({})[act]()).rejects.toThrow(/no command was given to/);
    expect(await isReady()).toBe(true);
  });
});

describe('its commands', () => {
  it.each(['stop', 'crash'] as const)('%s ends it, start brings it back', async (how) => {
    const launched = await launch(all);
    await launched.daemon[how]();
    expect(await socketAnswers(socket)).toBe(false);
    await launched.daemon.start();
    expect(await isReady()).toBe(true);
    await launched[Symbol.asyncDispose]();
    expect(told.told).toEqual([how, 'start']);
  });

  it.each<[string, () => DaemonCommands]>([
    ['with its own command', () => ({ restart: all.restart })],
    ['with both others', () => ({ stop: all.stop, start: all.start })],
  ])('restart %s', async (_name, commands) => {
    const { daemon } = await launch(commands());
    await daemon.restart();
    expect(await isReady()).toBe(true);
    expect(told.told).toEqual(['stop', 'start']);
  });

  it('may leave something in the background that goes on writing', async () => {
    const file = join(directory, 'pid');
    const start = `${all.start}; (while echo alive; do sleep 0.02; done) & echo $! > ${file}`;
    const { daemon } = await launch({ ...all, start });
    await daemon.stop();
    await daemon.start();
    const pid = Number(readFileSync(file, 'utf8'));
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    process.kill(pid);
  });
});

describe('the ledger', () => {
  type Known = [DaemonCommands, string];
  it.each<['stop' | 'crash' | 'restart', string, () => Known]>([
    ['stop', 'its start command', () => [all, all.start]],
    ['crash', 'its start command', () => [all, all.start]],
    ['restart', 'its start command', () => [all, all.start]],
    ['restart', 'its only command', () => [{ restart: all.restart }, all.restart]],
  ])('knows before a %s that it comes back with %s', async (act, _what, known) => {
    const [commands, command] = known();
    const steps: [CleanupStep, boolean][] = [];
    const { daemon } = await launch(commands, (step) => {
      steps.push([step, existsSync(socket) && told.told.length === 0]);
    });
    await daemon[act]();
    const away = { kind: 'runtime-down', command, cwd: process.cwd(), endpoint: `unix://${socket}` };
    const running = {
      pid: expect.any(Number) as unknown,
      startTicks: expect.stringMatching(/^\d+$/) as unknown,
    };
    expect(steps.slice(0, 2)).toEqual([
      [away, true],
      [{ ...away, running }, true],
    ]);
  });
});

describe('whoever leaves', () => {
  it.each(['stop', 'crash'] as const)('after a %s starts it again', async (how) => {
    const launched = await launch(all);
    await launched.daemon[how]();
    await launched[Symbol.asyncDispose]();
    expect(await isReady()).toBe(true);
    expect(told.told).toEqual([how, 'start']);
  });

  it('after a restart that failed half-way starts it again', async () => {
    const launched = await launch({ ...all, restart: `${all.stop}; false` });
    await expect(launched.daemon.restart()).rejects.toMatchObject({ code: 'E-DAEMON-COMMAND' });
    await launched[Symbol.asyncDispose]();
    expect(told.told).toEqual(['stop', 'start']);
  });

  it.each<[string, string]>([
    ['nothing was done', ''],
    ['the stop did nothing', 'exit 1'],
  ])('does nothing when %s', async (_name, stop) => {
    const launched = await launch({ ...all, stop });
    if (stop !== '') await expect(launched.daemon.stop()).rejects.toMatchObject({ code: 'E-DAEMON-COMMAND' });
    await launched[Symbol.asyncDispose]();
    expect(told.told).toEqual([]);
  });
});

describe('a command that does not do it', () => {
  it.each(['stop', 'crash', 'restart'] as const)('%s fails: its output is shown', async (act) => {
    const failing = 'echo one; echo two >&2; exit 3';
    await expect(hasty({ ...all, [act]: failing })[act]()).rejects.toMatchObject({
      code: 'E-DAEMON-COMMAND',
      message: `--${act}-command failed: exit code 3; it said “two”.`,
      seen: `$ ${failing}\none\ntwo`,
      fix: `try it by hand: ${failing}`,
    });
  });

  it('hangs: it is ended with what it has started', async () => {
    const file = join(directory, 'pids');
    const stop = `sleep 1000 & echo $$ $! > ${file}; wait`;
    await expect(hasty({ ...all, stop }, 2_000).stop()).rejects.toMatchObject({
      code: 'E-DAEMON-COMMAND',
      message: '--stop-command failed: it did not exit within 2 s.',
    });
    const pids = readFileSync(file, 'utf8').trim().split(' ');
    const lives = (pid: string): boolean => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    while (pids.some(lives)) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(pids).toHaveLength(2);
  });

  it.each(['stop', 'crash'] as const)('%s leaves it answering', async (how) => {
    await expect(hasty({ ...all, [how]: 'echo ok' })[how]()).rejects.toMatchObject({
      code: 'E-DAEMON-STAYS',
      seen: '$ echo ok\nok',
    });
  });

  it.each<['start' | 'restart', () => DaemonCommands]>([
    ['start', () => ({ ...all, start: 'true' })],
    ['restart', () => ({ restart: all.stop })],
  ])('%s leaves it away', async (act, commands) => {
    const daemon = hasty(commands());
    if (act === 'start') await daemon.stop();
    await expect(daemon[act]()).rejects.toMatchObject({
      code: 'E-DAEMON-AWAY',
      message: expect.stringMatching(`did not come back after --${act}-command: no answer`) as unknown,
    });
  });
});
