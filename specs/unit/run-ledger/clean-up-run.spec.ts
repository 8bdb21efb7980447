// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { guardedClient } from '#guard/guarded-client.js';
import { OwnObjects } from '#guard/own-objects.js';
import { cleanUpRun, type Connect } from '#run-ledger/clean-up-run.js';
import { cleanUpRuntime, type CleanUpLimits } from '#run-ledger/clean-up-runtime.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { openLedger } from '#run-ledger/ledger.js';
import type { LedgerEntry } from '#run-ledger/ledger-entry.js';
import { readRun, type RunRecord } from '#run-ledger/list-runs.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import type { UndoReport } from '#run-ledger/undo/undo-report.js';
import { FakeRuntime } from './fake-runtime.js';

interface LabelledObject {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly labels: Readonly<Record<string, string>>;
}
/** Of the pod with that uid. */
const of = (uid: string, labels: Readonly<Record<string, string>> = {}): LabelledObject => ({
  metadata: { name: 'n', uid },
  labels: { 'io.kubernetes.pod.uid': uid, ...labels },
});
const at = '127.0.0.1:4000/a1';
const atOnce: CleanUpLimits = { settleMs: 0, withinMs: 10_000 };

let runtime: FakeRuntime;
beforeEach(() => {
  runtime = new FakeRuntime();
});

function cleaned(limits: CleanUpLimits = atOnce, others: readonly string[] = []): Promise<UndoReport> {
  const own = new OwnObjects({
    uids: ['u-1', 'u-2'],
    imagePrefixes: [`${at}/`],
    answersWereLost: true,
    others,
  });
  return cleanUpRuntime(guardedClient(runtime, own), { own }, limits);
}
const left = (): readonly unknown[] =>
  [...runtime.sandboxes, ...runtime.containers, ...runtime.images].map(({ id }) => id);

describe('cleanUpRuntime', () => {
  it('removes sandboxes by recorded uid alone, and leaves foreign ones running', async () => {
    runtime.sandboxes = [
      { id: 's-1', ...of('u-1') },
      { id: 's-2', ...of('u-2') },
      { id: 's-labelled', ...of('u-3', { 'io.criprobe.run': 'a1' }) },
      { id: 's-bare' },
      { id: 's-foreign', ...of('u-9') },
    ];
    expect(await cleaned({ settleMs: 5_000, withinMs: 10_000 })).toEqual({
      removed: ['sandbox s-1', 'sandbox s-2'],
      remains: [],
    });
    expect(left()).toEqual(['s-labelled', 's-bare', 's-foreign']);
    expect(runtime.calls.filter((call) => call === 'StopPodSandbox')).toHaveLength(2);
  });

  it('removes containers with their sandbox, and where the sandbox is gone already', async () => {
    runtime.sandboxes = [{ id: 's', ...of('u-1') }];
    runtime.containers = [
      { id: 'c-in-ours', pod_sandbox_id: 's' },
      { id: 'c-orphan', pod_sandbox_id: 'gone', ...of('u-1') },
      { id: 'c-foreign', pod_sandbox_id: 's-foreign', ...of('u-9') },
    ];
    await cleaned();
    expect(left()).toEqual(['c-foreign']);
  });

  it('removes images under our prefix, but not one that somebody else names too', async () => {
    runtime.images = [
      { id: 'i-ours', repo_tags: [`${at}/box:1`], repo_digests: [`${at}/box@sha256:1`] },
      { id: 'i-by-digest', repo_digests: [`${at}/box@sha256:2`] },
      { id: 'i-shared', repo_tags: [`${at}/box:3`, 'example.com/app:3'] },
      { id: 'i-foreign', repo_tags: [`example.com/${at}/box:1`] },
    ];
    const { remains } = await cleaned();
    expect(left()).toEqual(['i-shared', 'i-foreign']);
    expect(remains).toEqual([expect.stringContaining(`image ${at}/box:3 has 1 names that this run did not`)]);
  });

  it.each([
    ['a status with another uid', { id: 's-foreign', ...of('u-9') }],
    ['a status of another sandbox', { id: 's-other', ...of('u-1') }],
    ['a status without a word', {}],
  ])('leaves a sandbox alone that the list calls ours: %s', async (_, status) => {
    runtime.sandboxes = [{ id: 's-foreign', ...of('u-1') }];
    runtime.containers = [{ id: 'c-foreign', pod_sandbox_id: 's-foreign', ...of('u-1') }];
    runtime.lies.set('s-foreign', status).set('c-foreign', status);
    const { removed, remains } = await cleaned();
    expect(left()).toEqual(['s-foreign', 'c-foreign']);
    expect(removed).toEqual([]);
    expect(remains.join('; ')).toMatch(
      /container c-foreign: .*did not send.*sandbox s-foreign: .*did not send/,
    );
    expect(runtime.calls.filter((call) => /^(Stop|Remove)/.test(call))).toEqual([]);
  });

  it('leaves alone what was there before, even if everything says that it is ours', async () => {
    runtime.sandboxes = [{ id: 's-old', ...of('u-1') }];
    runtime.containers = [{ id: 'c-old', ...of('u-1') }];
    runtime.images = [{ id: 'i-old', repo_tags: [`${at}/box:1`] }];
    await cleaned(atOnce, ['s-old', 'c-old', 'i-old']);
    expect(left()).toEqual(['s-old', 'c-old', 'i-old']);
  });

  it('says what it could not remove, and why', async () => {
    runtime.sandboxes = [{ id: 's', ...of('u-1') }];
    runtime.refuses.add('RemovePodSandbox');
    expect(await cleaned()).toEqual({ removed: [], remains: ['sandbox s: RemovePodSandbox: device busy'] });
  });

  it.each(['RemovePodSandbox', 'ListContainers'])(
    'tries again while %s is refused for a while',
    async (rpc) => {
      runtime.sandboxes = [{ id: 's', ...of('u-1') }];
      runtime.refuses.add(rpc);
      const cleaning = cleaned({ settleMs: 20_000, withinMs: 20_000 });
      setTimeout(() => runtime.refuses.delete(rpc), 50);

      expect(await cleaning).toEqual({ removed: ['sandbox s'], remains: [] });
      expect(runtime.sandboxes).toEqual([]);
    },
  );

  it.each(['ListPodSandbox', 'ListImages', 'PodSandboxStatus', 'StopPodSandbox', 'RemovePodSandbox'])(
    'gives up in time when %s hangs',
    async (rpc) => {
      runtime.sandboxes = [{ id: 's', ...of('u-1') }];
      runtime.hangs.add(rpc);
      const beganMs = performance.now();
      await cleaned({ settleMs: 30_000, withinMs: 300 });
      expect(runtime.calls).toContain(rpc);
      expect(performance.now() - beganMs).toBeLessThan(20_000);
    },
  );

  it('touches nothing when it cannot see what is there', async () => {
    runtime.sandboxes = [{ id: 's', ...of('u-1') }];
    runtime.refuses.add('ListContainers');
    expect((await cleaned()).remains).toEqual(['ListContainers: device busy']);
    expect(runtime.calls).toEqual(['ListPodSandbox', 'ListContainers']);
  });
});

describe('cleanUpRun', () => {
  let state: string;
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  });
  afterEach(() => {
    rmSync(state, { recursive: true });
  });

  function recorded(entries: readonly LedgerEntry[]): RunRecord {
    const ledger = openLedger('a1', { state, namespace: 'n', startedAt: new Date(0) });
    entries.forEach((entry) => {
      ledger.add(entry);
    });
    ledger.keep();
    const record = readRun(ledger.file, genericRules);
    if (record === undefined) throw new Error('no record');
    return record;
  }
  const endpoint = (owned: boolean): LedgerEntry => ({
    kind: 'endpoint',
    endpoint: 'unix:///run/x.sock',
    imageEndpoint: 'unix:///run/x.sock',
    owned,
  });
  const guarded: Connect = (_, own) => guardedClient(runtime, own);
  const step = (path: string): LedgerEntry => ({ kind: 'step', step: { kind: 'directory', path } });

  it('cleans a runtime of somebody else, then what is on the machine, then forgets the run', async () => {
    const directory = join(state, 'work');
    createOwnDirectory(directory);
    writeFileSync(join(directory, 'file'), '');
    runtime.sandboxes = [
      { id: 's', ...of('u-1') },
      { id: 's-foreign', ...of('u-9') },
    ];
    const record = recorded([endpoint(false), { kind: 'pod-uid', uid: 'u-1' }, step(directory)]);
    const report = await cleanUpRun(record, guarded, { rules: genericRules });
    expect(report).toEqual({ removed: ['sandbox s', `directory ${directory}`], remains: [] });
    expect(runtime.sandboxes.map(({ id }) => id)).toEqual(['s-foreign']);
    expect(runtime.closed).toBe(true);
    expect(existsSync(directory)).toBe(false);
    expect(existsSync(record.file)).toBe(false);
  });

  it('does not talk to a runtime of ours: that ends as a whole', async () => {
    const report = await cleanUpRun(
      recorded([endpoint(true)]),
      () => {
        throw new Error('asked for a client');
      },
      { rules: genericRules },
    );
    expect(report).toEqual({ removed: [], remains: [] });
  });

  it('keeps the ledger of a runtime that is away, and succeeds when it is back', async () => {
    const record = recorded([endpoint(false), { kind: 'pod-uid', uid: 'u-1' }]);
    runtime.sandboxes = [{ id: 's', ...of('u-1') }];
    const away = await cleanUpRun(record, () => Promise.reject(new Error('connect ENOENT')), {
      rules: genericRules,
    });
    expect(away.remains).toEqual(['objects on unix:///run/x.sock: connect ENOENT']);
    expect(existsSync(record.file)).toBe(true);
    const back = await cleanUpRun(record, guarded, { rules: genericRules });
    expect(back).toEqual({ removed: ['sandbox s'], remains: [] });
    expect(existsSync(record.file)).toBe(false);
  });

  it('deletes no directory that does not carry our mark, whatever the ledger says', async () => {
    const foreign = join(state, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'thesis.tex'), '');
    const report = await cleanUpRun(recorded([step(foreign), step('/'), step('relative')]), guarded, {
      rules: genericRules,
    });
    expect(report.removed).toEqual([]);
    expect(existsSync(join(foreign, 'thesis.tex'))).toBe(true);
  });
});
