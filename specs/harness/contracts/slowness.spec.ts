// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { containerListAgreesWithStatus } from '#contracts/container/list/agrees-with-status.js';
import { containerStatusExitNoticed } from '#contracts/container/status/exit-noticed.js';
import { containerStatusSignalExitCode } from '#contracts/container/status/signal-exit-code.js';
import { containerStatusTimesOrdered } from '#contracts/container/status/times-ordered.js';
import { containerStopReturnsPromptly } from '#contracts/container/stop/returns-promptly.js';
import { containerStopSucceeds } from '#contracts/container/stop/succeeds.js';
import type { Contract } from '#contracts/contract.js';
import { execSyncExitCode } from '#contracts/exec/sync/exit-code.js';
import { execSyncOutputExact } from '#contracts/exec/sync/output-exact.js';
import { execSyncStreamsSeparate } from '#contracts/exec/sync/streams-separate.js';
import { execSyncTimeoutBounded } from '#contracts/exec/sync/timeout-bounded.js';
import { restartInterruptedExecHarmless } from '#contracts/restart/interrupted/exec-harmless.js';
import { restartPreexistingCreate } from '#contracts/restart/preexisting/create.js';
import { restartPreexistingExec } from '#contracts/restart/preexisting/exec.js';
import { restartPreexistingRead } from '#contracts/restart/preexisting/read.js';
import { restartPreexistingStop } from '#contracts/restart/preexisting/stop.js';
import { evidenceOf, type Story } from '../../support/evidence-literal.js';

const cut = { refused: 'DEADLINE_EXCEEDED' } as const;
const ok = { ok: {} } as const;
const program = ['/box', 'print hello'];
const tenSeconds = { timeout: '10', lastsMs: 10_000 };
/** How one runtime tells that the time of a command is over. */
const timedOut = { ok: { exit_code: -1 } } as const;

/** A command is under way when the daemon is killed. */
const execCut = (s: Story): Story => s.running().step('stop-daemon').exec(program, { cutOff: true }).outage();

/** What a machine fifteen times slower than ours may bring about without any fault of the runtime. */
const slow: readonly (readonly [string, Contract, (story: Story) => unknown])[] = [
  [
    'a program cut off by a short timeout',
    execSyncExitCode,
    (s) => s.running().exec(program, cut, tenSeconds),
  ],
  [
    'the same, told as an exit code',
    execSyncOutputExact,
    (s) => s.running().exec(program, timedOut, tenSeconds),
  ],
  [
    'the same of a program that prints errors',
    execSyncStreamsSeparate,
    (s) => s.running().exec(['/box', 'eprint hello'], timedOut, tenSeconds),
  ],
  [
    'the same while many act at once after a restart',
    restartPreexistingExec,
    (s) => s.running().outage().exec(program, cut, tenSeconds),
  ],
  [
    'the same, told as an exit code, after a restart',
    restartPreexistingExec,
    (s) => s.running().outage().exec(program, timedOut, tenSeconds),
  ],
  [
    'the same after a crash',
    restartInterruptedExecHarmless,
    (s) => execCut(s).exec(program, cut, tenSeconds),
  ],
  [
    'the same, told as an exit code, after a crash',
    restartInterruptedExecHarmless,
    (s) => execCut(s).exec(program, timedOut, tenSeconds),
  ],
  [
    'the same in a new container of an old sandbox',
    restartPreexistingCreate,
    (s) => s.sandbox().outage().create().start().exec(['/box', 'show hostname'], timedOut, tenSeconds),
  ],
  [
    'a command killed with its container, whose exit is noticed later',
    execSyncExitCode,
    (s) =>
      s
        .running({ command: ['/box', 'await /tmp/crash', 'exit 1'] })
        .status()
        .exec(['/box', 'put /tmp/crash yes'], { ok: { exit_code: 137 } })
        .status()
        .exited(1),
  ],
  [
    'a program that might have failed at once, and still waits',
    containerStatusExitNoticed,
    (s) => {
      s.running({ command: ['/box', 'memory 24m', 'wait'] });
      s.atMs += 60_000;
      return s.status();
    },
  ],
  [
    'a list that is not answered in time after a restart',
    restartPreexistingRead,
    (s) => s.list([]).outage().lasting(120_000).call('ListContainers', {}, { unanswered: true }),
  ],
  [
    'a program killed before its signal reached it',
    containerStatusSignalExitCode,
    (s) => s.running().isUp().stop(ok, '2', 2300).exited(137),
  ],
  ['a stop of 15 s', containerStopReturnsPromptly, (s) => s.running().isUp().stop(ok, '30', 15_000)],
  [
    'a timeout noticed late',
    execSyncTimeoutBounded,
    (s) => s.running().exec(['/box', 'sleep 60s'], cut, { timeout: '1', lastsMs: 20_000 }),
  ],
  [
    'a timeout noticed after 40 s where a command that does nothing takes 35 s',
    execSyncTimeoutBounded,
    (s) =>
      s
        .running()
        .exec(program, { ok: { stdout: 'aGVsbG8K' } }, { lastsMs: 35_000 })
        .exec(['/box', 'sleep 60s'], cut, { timeout: '1', lastsMs: 40_000 }),
  ],
  [
    'a kill that met the end of the program',
    containerStopSucceeds,
    (s) =>
      s
        .running()
        .isUp()
        .stop({ refused: 'UNKNOWN' }, '2', 6500)
        .exited(143, { finished_at: s.ns(-2000) }),
  ],
  [
    'the same after a restart',
    restartPreexistingStop,
    (s) =>
      s
        .running()
        .isUp()
        .outage()
        .stop({ refused: 'UNKNOWN' }, '2', 6500)
        .exited(143, { finished_at: s.ns(-2000) }),
  ],
  [
    'an end before a start that took 5 s was written down',
    containerStatusTimesOrdered,
    (s) =>
      s
        .sandbox()
        .create()
        .lasting(5000)
        .start()
        .exited(0, { started_at: s.ns(0), finished_at: s.ns(-4000) }),
  ],
  [
    'two times of creation within one CreateContainer',
    containerListAgreesWithStatus,
    (s) => {
      s.sandbox().lasting(3000).create().start();
      return s.list([s.item('c1', { created_at: s.ns(-2000) })]).status('c1', { created_at: s.ns(-1000) });
    },
  ],
];

it.each(slow)('slowness alone does not turn red: %s', (_, contract, story) => {
  expect(contract.check(evidenceOf(story)).kind).not.toBe('violated');
});

it('still sees a program that loses half a minute and its exit code', () => {
  const evidence = evidenceOf((s) => s.running().exec(program, cut, { timeout: '30', lastsMs: 30_000 }));
  expect(execSyncExitCode.check(evidence).kind).toBe('violated');
});

it('still sees a command that was killed in a container that goes on', () => {
  const evidence = evidenceOf((s) =>
    s
      .running({ command: ['/box', 'await /tmp/crash', 'exit 1'] })
      .status()
      .exec(['/box', 'exit 0'], { ok: { exit_code: 137 } })
      .status(),
  );
  expect(execSyncExitCode.check(evidence).kind).toBe('violated');
});

it.each([
  ['after a restart', restartPreexistingExec, (s) => s.running().outage()],
  ['after a crash', restartInterruptedExecHarmless, execCut],
] as const satisfies readonly (readonly [string, Contract, (story: Story) => Story])[])(
  'still sees a program that loses half a minute %s',
  (_, contract, story) => {
    const evidence = evidenceOf((s) => story(s).exec(program, cut, { timeout: '30', lastsMs: 30_000 }));
    expect(contract.check(evidence).kind).toBe('violated');
  },
);

it('still sees a program that was killed early', () => {
  const evidence = evidenceOf((s) => s.running().isUp().stop(ok, '2', 100).exited(137));
  expect(containerStatusSignalExitCode.check(evidence).kind).toBe('violated');
});

it('still sees a timeout that is not kept where commands are quick', () => {
  const evidence = evidenceOf((s) =>
    s
      .running()
      .exec(program, { ok: { stdout: 'aGVsbG8K' } }, { lastsMs: 100 })
      .exec(['/box', 'sleep 60s'], cut, { timeout: '1', lastsMs: 40_000 }),
  );
  expect(execSyncTimeoutBounded.check(evidence).kind).toBe('violated');
});

it.each([
  ['at once', '2', 100],
  ['although the program had half a minute to end', '30', 31_000],
] as const)('still sees a stop that is refused %s', (...[, timeout, lastsMs]) => {
  const evidence = evidenceOf((s) => s.running().isUp().stop({ refused: 'UNKNOWN' }, timeout, lastsMs));
  expect(containerStopSucceeds.check(evidence).kind).toBe('violated');
});

it('still sees a stop that is refused at once after a restart', () => {
  const evidence = evidenceOf((s) =>
    s
      .running()
      .isUp()
      .outage()
      .stop({ refused: 'UNKNOWN' }, '2', 100)
      .exited(143, { finished_at: s.ns(-10) }),
  );
  expect(restartPreexistingStop.check(evidence).kind).toBe('violated');
});
