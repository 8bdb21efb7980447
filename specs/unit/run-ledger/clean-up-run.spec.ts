// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanUpRun } from '#run-ledger/clean-up-run.js';
import { cleanUpRuntime } from '#run-ledger/clean-up-runtime.js';
import { openLedger } from '#run-ledger/ledger.js';
import type { LedgerEntry } from '#run-ledger/ledger-entry.js';
import { readRun, type RunRecord } from '#run-ledger/list-runs.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { FakeRuntime } from './fake-runtime.js';

const pod = (uid: string, run?: string): Record<string, string> => ({
  'io.kubernetes.pod.uid': uid,
  ...(run === undefined ? {} : { 'io.criprobe.run': run }),
});
const ours = { run: 'a1', podUids: new Set(['u-1']), imagePrefixes: ['127.0.0.1:4000/a1/'] };

let runtime: FakeRuntime;
beforeEach(() => {
  runtime = new FakeRuntime();
});

describe('cleanUpRuntime', () => {
  it('removes sandboxes by recorded uid and by label, and leaves foreign ones running', async () => {
    const foreign = { id: 's-foreign', labels: pod('u-9') };
    runtime.sandboxes = [
      { id: 's-uid', labels: pod('u-1') },
      { id: 's-label', labels: pod('u-2', 'a1') },
      { id: 's-other-run', labels: pod('u-3', 'a2') },
      { id: 's-bare' },
      foreign,
    ];
    const report = await cleanUpRuntime(runtime, ours);
    expect(runtime.sandboxes.map(({ id }) => id)).toEqual(['s-other-run', 's-bare', 's-foreign']);
    expect(report).toEqual({ removed: ['sandbox s-uid', 'sandbox s-label'], remains: [] });
    expect(runtime.calls.filter((call) => call === 'StopPodSandbox')).toHaveLength(2);
  });

  it('removes containers by label, in our sandboxes, and where the sandbox is gone already', async () => {
    runtime.sandboxes = [{ id: 's', labels: pod('u-1') }];
    runtime.containers = [
      { id: 'c-in-ours', pod_sandbox_id: 's' },
      { id: 'c-orphan', pod_sandbox_id: 'gone', labels: pod('u-1') },
      { id: 'c-foreign', pod_sandbox_id: 's-foreign', labels: pod('u-9') },
    ];
    await cleanUpRuntime(runtime, ours);
    expect(runtime.containers.map(({ id }) => id)).toEqual(['c-foreign']);
  });

  it('removes images under our prefix, but not one that somebody else names too', async () => {
    runtime.images = [
      {
        id: 'i-ours',
        repo_tags: ['127.0.0.1:4000/a1/box:1'],
        repo_digests: ['127.0.0.1:4000/a1/box@sha256:1'],
      },
      { id: 'i-by-digest', repo_digests: ['127.0.0.1:4000/a1/box@sha256:2'] },
      { id: 'i-shared', repo_tags: ['127.0.0.1:4000/a1/box:3', 'example.com/app:3'] },
      { id: 'i-foreign', repo_tags: ['example.com/127.0.0.1:4000/a1/box:1'] },
    ];
    const report = await cleanUpRuntime(runtime, ours, 0);
    expect(runtime.images.map(({ id }) => id)).toEqual(['i-shared', 'i-foreign']);
    expect(report.remains).toEqual([
      'image 127.0.0.1:4000/a1/box:3: the same image is in use as example.com/app:3',
    ]);
  });

  it('says what it could not remove, and why', async () => {
    runtime.sandboxes = [{ id: 's', labels: pod('u-1') }];
    runtime.refuses.add('RemovePodSandbox');
    const report = await cleanUpRuntime(runtime, ours, 0);
    expect(report).toEqual({ removed: [], remains: ['sandbox s: RemovePodSandbox: device busy'] });
  });

  it('tries again while something that was under way when the run died refuses removal', async () => {
    runtime.sandboxes = [{ id: 's', labels: pod('u-1') }];
    runtime.refuses.add('RemovePodSandbox');
    const cleaning = cleanUpRuntime(runtime, ours, 20_000);
    setTimeout(() => runtime.refuses.delete('RemovePodSandbox'), 50);

    expect(await cleaning).toEqual({ removed: ['sandbox s'], remains: [] });
    expect(runtime.sandboxes).toEqual([]);
  });

  it('touches nothing when it cannot see what is there', async () => {
    runtime.sandboxes = [{ id: 's', labels: pod('u-1') }];
    runtime.refuses.add('ListContainers');
    const report = await cleanUpRuntime(runtime, ours, 0);
    expect(report.remains).toEqual(['ListContainers: device busy']);
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
    const record = readRun(ledger.file);
    if (record === undefined) throw new Error('no record');
    return record;
  }
  const endpoint = (owned: boolean): LedgerEntry => ({
    kind: 'endpoint',
    endpoint: 'unix:///run/x.sock',
    imageEndpoint: 'unix:///run/x.sock',
    owned,
  });
  const trace = (path: string): LedgerEntry => ({ kind: 'trace', trace: { kind: 'directory', path } });

  it('cleans a runtime of somebody else, then what is on the machine, then forgets the run', async () => {
    const directory = join(state, 'work');
    createOwnDirectory(directory);
    writeFileSync(join(directory, 'file'), '');
    runtime.sandboxes = [
      { id: 's', labels: pod('u-1') },
      { id: 's-foreign', labels: pod('u-9') },
    ];
    const record = recorded([endpoint(false), { kind: 'pod-uid', uid: 'u-1' }, trace(directory)]);
    const report = await cleanUpRun(record, () => runtime);
    expect(report).toEqual({ removed: ['sandbox s', `directory ${directory}`], remains: [] });
    expect(runtime.sandboxes.map(({ id }) => id)).toEqual(['s-foreign']);
    expect(runtime.closed).toBe(true);
    expect(existsSync(directory)).toBe(false);
    expect(existsSync(record.file)).toBe(false);
  });

  it('does not talk to a runtime of ours: that ends as a whole', async () => {
    const report = await cleanUpRun(recorded([endpoint(true)]), () => {
      throw new Error('asked for a client');
    });
    expect(report).toEqual({ removed: [], remains: [] });
  });

  it('keeps the ledger of a runtime that is away, and succeeds when it is back', async () => {
    const record = recorded([endpoint(false), { kind: 'pod-uid', uid: 'u-1' }]);
    runtime.sandboxes = [{ id: 's', labels: pod('u-1') }];
    const away = await cleanUpRun(record, () => Promise.reject(new Error('connect ENOENT')));
    expect(away.remains).toEqual(['objects on unix:///run/x.sock: connect ENOENT']);
    expect(existsSync(record.file)).toBe(true);
    const back = await cleanUpRun(record, () => runtime);
    expect(back).toEqual({ removed: ['sandbox s'], remains: [] });
    expect(existsSync(record.file)).toBe(false);
  });

  it('deletes no directory that does not carry our mark, whatever the ledger says', async () => {
    const foreign = join(state, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'thesis.tex'), '');
    const report = await cleanUpRun(recorded([trace(foreign), trace('/'), trace('relative')]), () => runtime);
    expect(report.removed).toEqual([]);
    expect(existsSync(join(foreign, 'thesis.tex'))).toBe(true);
  });
});
