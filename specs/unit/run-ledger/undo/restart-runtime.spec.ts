// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connectGuarded } from '#guard/connect.js';
import { socketAnswers } from '#cri/client/socket-answers.js';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { openLedger } from '#run-ledger/ledger.js';
import { listRuns, readRun, type RunRecord } from '#run-ledger/list-runs.js';
import { startTicksOf } from '#host/process-identity.js';
import { runShellCommand } from '#run-ledger/shell-command.js';
import { toldRuntime, type ToldRuntime } from '../../launchers/tell.js';

let directory: string;
let endpoint: string;
let told: ToldRuntime;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'cps-'));
  endpoint = `unix://${join(directory, 's')}`;
  told = await toldRuntime(directory);
});
afterEach(async () => {
  await told[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

/** The ledger of a run that ended, or was killed, after it had made the runtime go. */
function recorded(
  command: string,
  alive = true,
  { run = 'a1', startedAt = new Date(0) }: { readonly run?: string; readonly startedAt?: Date } = {},
): RunRecord {
  const ledger = openLedger(run, { state: join(directory, 'state'), namespace: 'n', startedAt });
  ledger.add({ kind: 'endpoint', endpoint, imageEndpoint: endpoint, owned: false });
  ledger.leaves({ kind: 'runtime-down', command, cwd: '/', endpoint });
  ledger.keep();
  const record = readRun(ledger.file, genericRules);
  if (record === undefined) throw new Error('no record');
  return { ...record, alive };
}

const cleanUp = (record: RunRecord): ReturnType<typeof cleanUpRun> =>
  cleanUpRun(record, (_, own) => connectGuarded({ runtimeEndpoint: endpoint }, own), {
    rules: genericRules,
    settleMs: 0,
    withinMs: 60_000,
  });

describe('a runtime that was left away', () => {
  it.each(['stop', 'crash'] as const)('by a %s is started before what is on it is removed', async (how) => {
    await told.runtime[how]();
    const record = recorded(told.command('start'));
    expect(statSync(record.file).mode & 0o777).toBe(0o600);
    expect(await cleanUp(record)).toEqual({
      removed: [`the outage of ${endpoint}, with ${told.command('start')}`],
      remains: [],
    });
    expect(await socketAnswers(join(directory, 's'))).toBe(true);
    expect(existsSync(record.file)).toBe(false);
  });

  it('is left alone when it is back already', async () => {
    expect(await cleanUp(recorded(told.command('start')))).toEqual({ removed: [], remains: [] });
    expect(told.told).toEqual([]);
  });

  it('is not started when it had come back, and its owner stopped it since', async () => {
    await told.runtime.stop();
    const record = recorded(told.command('start'));
    const back = { kind: 'step', step: { kind: 'runtime-up', endpoint } } as const;
    const { remains } = await cleanUp({ ...record, entries: [...record.entries, back] });
    expect(told.told).toEqual([]);
    expect(remains).toEqual([expect.stringMatching(/^ListPodSandbox: /)]);
  });

  it('is started when it went, came and went again, in the same words', async () => {
    await told.runtime.stop();
    const ledger = openLedger('a2', {
      state: join(directory, 'state'),
      namespace: 'n',
      startedAt: new Date(0),
    });
    const away = { kind: 'runtime-down', command: told.command('start'), cwd: '/', endpoint } as const;
    for (const step of [away, { kind: 'runtime-up', endpoint } as const, away]) ledger.leaves(step);
    ledger.keep();
    const record = readRun(ledger.file, genericRules);
    if (record === undefined) throw new Error('no record');
    expect((await cleanUp(record)).remains).toEqual([]);
    expect(told.told).toEqual(['start']);
  });

  it('is started when it goes a moment after its run was killed', async () => {
    const record = recorded(told.command('start'), false);
    const cleaning = cleanUp(record);
    await told.runtime.stop();
    expect((await cleaning).remains).toEqual([]);
    expect(told.told).toEqual(['start']);
  });

  it('is not started twice when the command of a killed run is still at it', async () => {
    await told.runtime.stop();
    const go = join(directory, 'go');
    const line = `while ! [ -e ${go} ]; do sleep 0.02; done; ${told.command('start')}`;
    let pid = 0;
    const left = runShellCommand({ command: line, cwd: '/', limitMs: 30_000, started: (of) => (pid = of) });
    const record = recorded(told.command('start'), false);
    const running = { pid, startTicks: startTicksOf(pid) };
    const at = { kind: 'runtime-down', command: told.command('start'), cwd: '/', endpoint, running } as const;
    const cleaning = cleanUp({ ...record, entries: [...record.entries, { kind: 'step', step: at }] });
    writeFileSync(go, '');
    expect(await cleaning).toEqual({ removed: [], remains: [] });
    await left;
    expect(told.told).toEqual(['start']);
  });

  it('stays on record when its command fails', async () => {
    await told.runtime.stop();
    const record = recorded('echo no such unit >&2; exit 5');
    expect((await cleanUp(record)).remains[0]).toMatch(
      /is down; .* did not start it: exit code 5: no such unit/s,
    );
    expect(existsSync(record.file)).toBe(true);
  });

  it('is not started twice, however often it is cleaned up and however many runs recorded it', async () => {
    await told.runtime.stop();
    const command = `echo x >> ${join(directory, 'ran')}; exit 5`;
    const records = ['a1', 'a2', 'a3'].map((run) => recorded(command, false, { run }));
    const first = await Promise.all(records.map((record) => cleanUp(record)));
    expect(first.flatMap(({ remains }) => remains).filter((line) => /exit code 5/.test(line))).toHaveLength(
      1,
    );
    for (const { file } of records) {
      const record = readRun(file, genericRules);
      if (record === undefined) throw new Error('no record');
      expect((await cleanUp(record)).remains[0]).toMatch(/it was already run at .*$/);
    }
    expect(readFileSync(join(directory, 'ran'), 'utf8')).toBe('x\n');
  });

  it('is started again when it went again since', async () => {
    await told.runtime.stop();
    await cleanUp(recorded('exit 5'));
    const record = recorded(told.command('start'), true, { run: 'a2', startedAt: new Date(Date.now() + 1) });
    expect((await cleanUp(record)).remains).toEqual([]);
    expect(told.told).toEqual(['start']);
  });

  it('is noted in a ledger whose last line was cut, and not started where it cannot be noted', async () => {
    await told.runtime.stop();
    const record = recorded('exit 5');
    appendFileSync(record.file, '{"kind":"pod-uid","ui');
    await cleanUp(record);
    expect(readRun(record.file, genericRules)).toMatchObject({ strange: [] });
    expect(readRun(record.file, genericRules)?.entries.at(-1)).toMatchObject({
      step: { kind: 'start-tried', endpoint },
    });

    const lost = recorded(told.command('start'), true, { run: 'a2', startedAt: new Date(Date.now() + 1) });
    rmSync(lost.file);
    expect((await cleanUp(lost)).remains[0]).toMatch(/is not run, because the ledger cannot be written/);
    expect(told.told).toEqual([]);
  });

  it.each([
    ['file', (file: string) => file],
    ['directory', dirname],
    ['directory above it', (file: string) => dirname(dirname(file))],
  ])('is not started by what others may have written: the %s', async (_name, of) => {
    await told.runtime.stop();
    const { file } = recorded(told.command('start'));
    chmodSync(of(file), 0o777);
    expect(readRun(file, genericRules)).toBeUndefined();
    expect(listRuns(join(directory, 'state'), genericRules)).toEqual({
      records: [],
      refused: [`ledger ${file} is ignored: ${of(file)} is writable by everybody (mode 0777)`],
    });
  });
});
