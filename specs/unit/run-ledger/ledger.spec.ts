// SPDX-License-Identifier: Apache-2.0
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allCleanupRules } from '#launchers/all-cleanup-rules.js';
import type { ShimSocketsStep } from '#launchers/containerd/undo-shims.js';
import type { CrioCgroupsStep, LayerCacheStep } from '#launchers/crio/cleanup-steps.js';
import { openLedger, type Ledger } from '#run-ledger/ledger.js';
import type { LedgerEntry } from '#run-ledger/ledger-entry.js';
import { listRuns, readRun } from '#run-ledger/list-runs.js';
import { isAlive, startTicksOf } from '#host/process-identity.js';
import { thisPlace } from '#run-ledger/run-place.js';
import { ledgerDirectory, stateDirectory } from '#run-ledger/state-directory.js';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(state, { recursive: true });
});

const open = (run: string, startedAt = '2026-01-01T00:00:00.000Z'): Ledger =>
  openLedger(run, { state, namespace: `ns-${run}`, startedAt: new Date(startedAt) });

/** Of a kind that a launcher brings along. */
const ofLauncher = (step: CrioCgroupsStep | LayerCacheStep | ShimSocketsStep): LedgerEntry => ({
  kind: 'step',
  step,
});

const entries: readonly LedgerEntry[] = [
  { kind: 'endpoint', endpoint: 'unix:///run/a.sock', imageEndpoint: 'unix:///run/a.sock', owned: false },
  { kind: 'pod-uid', uid: 'u-1' },
  { kind: 'image-prefix', prefix: '127.0.0.1:4000/x/' },
  { kind: 'step', step: { kind: 'process-group', pid: 42, startTicks: '99' } },
  { kind: 'step', step: { kind: 'directory', path: '/d' } },
  ofLauncher({ kind: 'crio-cgroups', directory: '/d' }),
  ofLauncher({ kind: 'layer-cache', path: '/var/lib/containers/cache' }),
  { kind: 'step', step: { kind: 'claim', path: '/run/criprobe-shared/0123456789abcdef.json' } },
  { kind: 'step', step: { kind: 'bridge', name: 'crip0' } },
  { kind: 'step', step: { kind: 'shared-cgroup', path: '/k8s.io' } },
  ofLauncher({ kind: 'shim-sockets', state: '/d/state' }),
  { kind: 'step', step: { kind: 'empty-directory', path: '/var/lib/cni' } },
  { kind: 'step', step: { kind: 'setting', path: '/proc/sys/net/ipv4/ip_forward', value: '0' } },
];

describe('a ledger', () => {
  it('gives back what was written, with the process that wrote it', () => {
    const ledger = open('a1');
    entries.forEach((entry) => {
      ledger.add(entry);
    });
    const [record, ...others] = listRuns(state, allCleanupRules).records;
    expect(others).toEqual([]);
    expect(record?.entries).toEqual(entries);
    expect(record?.head).toEqual({
      run: 'a1',
      pid: process.pid,
      startTicks: startTicksOf(process.pid),
      place: thisPlace(),
      startedAt: '2026-01-01T00:00:00.000Z',
      namespace: 'ns-a1',
    });
    expect(record?.alive).toBe(true);
    ledger.close();
  });

  it('has a line on the disk as soon as it was added, once', () => {
    const ledger = open('a1');
    ledger.add({ kind: 'pod-uid', uid: 'u-1' });
    ledger.add({ kind: 'pod-uid', uid: 'u-1' });
    const lines = readFileSync(ledger.file, 'utf8').trim().split('\n');
    expect(lines.slice(1)).toEqual(['{"kind":"pod-uid","uid":"u-1"}']);
    ledger.close();
  });

  it('takes a launcher’s steps', () => {
    const ledger = open('a1');
    const { leaves } = ledger;
    leaves({ kind: 'directory', path: '/d' });
    expect(readRun(ledger.file, allCleanupRules)?.entries).toEqual([
      { kind: 'step', step: { kind: 'directory', path: '/d' } },
    ]);
    ledger.close();
  });

  it('is gone when it is closed, stays when it is kept, and takes nothing after either', () => {
    const closed = open('a1');
    closed.close();
    expect(existsSync(closed.file)).toBe(false);
    const kept = open('a2');
    kept.keep();
    expect(existsSync(kept.file)).toBe(true);
    expect(() => {
      kept.add({ kind: 'pod-uid', uid: 'late' });
    }).toThrow('is closed');
  });

  it('is for its owner’s eyes, and never written over by another run of the same name', () => {
    const ledger = open('a1');
    expect(statSync(ledger.file).mode & 0o777).toBe(0o600);
    let again: unknown;
    try {
      open('a1');
    } catch (error) {
      again = error;
    }
    expect(again).toMatchObject({ code: 'E-LEDGER-WRITE', seen: expect.stringContaining('EEXIST') });
    ledger.close();
  });
});

describe('listRuns', () => {
  it('is empty where nothing ever ran', () => {
    expect(listRuns(join(state, 'nowhere'), allCleanupRules)).toEqual({ records: [], refused: [] });
  });

  it('does not mind a run that ends meanwhile, and takes its file away', () => {
    expect(readRun(join(state, 'gone.jsonl'), allCleanupRules)).toBeUndefined();
  });

  it('reads what a killed run left: a cut last line, lines of a later version', () => {
    const ledger = open('a1');
    ledger.add({ kind: 'pod-uid', uid: 'u-1' });
    ledger.keep();
    appendFileSync(ledger.file, '{"kind":"from-the-future"}\n{"kind":"pod-uid","uid":""}\n{"kind":"pod-u');
    expect(readRun(ledger.file, allCleanupRules)).toMatchObject({
      entries: [{ kind: 'pod-uid', uid: 'u-1' }],
      strange: ['{"kind":"from-the-future"}', '{"kind":"pod-uid","uid":""}'],
    });
  });

  it('leaves out files without a head', () => {
    open('a1').keep();
    writeFileSync(join(ledgerDirectory(state), 'a2.jsonl'), '');
    writeFileSync(join(ledgerDirectory(state), 'notes.txt'), '{}');
    expect(listRuns(state, allCleanupRules).records.map(({ head }) => head.run)).toEqual(['a1']);
  });

  it('sorts by start', () => {
    open('late', '2026-01-03T00:00:00Z').keep();
    open('early', '2026-01-02T00:00:00Z').keep();
    expect(listRuns(state, allCleanupRules).records.map(({ head }) => head.run)).toEqual(['early', 'late']);
  });

  it('does not take a process with the same pid for the run’s own', () => {
    const ledger = open('a1');
    ledger.keep();
    const text = readFileSync(ledger.file, 'utf8');
    writeFileSync(
      ledger.file,
      text.replace(`"startTicks":"${startTicksOf(process.pid)}"`, '"startTicks":"1"'),
    );
    expect(listRuns(state, allCleanupRules).records[0]?.alive).toBe(false);
  });
});

describe('isAlive', () => {
  it('knows us, and nobody at a pid that cannot be', () => {
    expect(isAlive(process.pid, startTicksOf(process.pid))).toBe(true);
    expect(isAlive(2 ** 22 + 1, '')).toBe(false);
    expect(startTicksOf(2 ** 22 + 1)).toBe('');
  });
});

describe('stateDirectory', () => {
  it('is named as the kernel names it, whoever linked it and however much of it is there', () => {
    mkdirSync(join(state, 'real'));
    symlinkSync('real', join(state, 'link'));
    const at = join(realpathSync(state), 'real');
    expect(stateDirectory({ CRIPROBE_STATE: join(state, 'link') })).toBe(at);
    expect(stateDirectory({ CRIPROBE_STATE: `${state}/link/not/yet/../there` })).toBe(join(at, 'not/there'));
    expect(stateDirectory({ CRIPROBE_STATE: 'here' })).toBe(join(realpathSync('.'), 'here'));
  });

  it.each([
    [{ CRIPROBE_STATE: '/s', HOME: '/h' }, 0, '/s'],
    [{ HOME: '/root' }, 0, '/var/lib/criprobe'],
    [{ XDG_STATE_HOME: '/x', HOME: '/h' }, 1000, '/x/criprobe'],
    [{ HOME: '/h' }, 1000, '/h/.local/state/criprobe'],
  ])('of %j as user %i is %s', (env, uid, expected) => {
    expect(stateDirectory(env, uid)).toBe(expected);
  });
});
