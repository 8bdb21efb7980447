// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { openBench, type Bench, type CliProcess } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
let runtime: ServedReferenceRuntime;
let cri: CriClient;
let foreign: string;

beforeEach(async () => {
  bench = await openBench();
  runtime = await serveReferenceRuntime({ listen: bench.path('cri.sock') });
  cri = connectCri({ runtimeEndpoint: bench.path('cri.sock') });
  const labels = { 'io.kubernetes.pod.uid': 'somebody' };
  const config = { metadata: { name: 'theirs', namespace: 'default', uid: 'somebody' }, labels };
  const ran = await cri.call('RunPodSandbox', { config });
  foreign = ran.kind === 'ok' ? (ran.response.pod_sandbox_id ?? '') : ran.message;
});
afterEach(async () => {
  cri.close();
  await runtime.close();
  await bench.dispose();
});

async function sandboxes(): Promise<readonly string[]> {
  const listed = await cri.call('ListPodSandbox', {});
  return listed.kind === 'ok' ? (listed.response.items ?? []).map(({ id = '' }) => id) : [listed.message];
}

/** A run that has pods on the runtime and goes on. */
async function underWay(): Promise<CliProcess> {
  const only = ['--only', 'scenario:stop.slow-handler,scenario:stop.ignores-term,scenario:logs.reopen'];
  const run = bench.start(['run', '-r', bench.path('cri.sock'), ...only, '--output', bench.path('out')]);
  const evidence = bench.path('out/evidence.jsonl');
  const isRunning = (): boolean =>
    existsSync(evidence) && readFileSync(evidence, 'utf8').split('"rpc":"StartContainer"').length > 2;
  while (!isRunning() && run.process.exitCode === null) await pause(10);
  expect(run.process.exitCode).toBeNull();
  return run;
}

async function killed(): Promise<void> {
  const run = await underWay();
  run.process.kill('SIGKILL');
  await run.end;
  expect((await sandboxes()).length).toBeGreaterThan(1);
}

const ledgers = (): readonly string[] => readdirSync(bench.path('state/runs'));

describe('cleanup', () => {
  it('has nothing to do where nothing was left', async () => {
    expect(await bench.criprobe(['cleanup'])).toEqual({
      exit: 0,
      stdout: 'nothing was left behind\n',
      stderr: '',
    });
    expect(await sandboxes()).toEqual([foreign]);
  });

  it('takes away what a killed run left, names it, and leaves the pods of others', async () => {
    await killed();
    const [ledger = ''] = ledgers();
    const { exit, stdout } = await bench.criprobe(['cleanup', '--json']);
    const told = JSON.parse(stdout) as Readonly<Record<'runs' | 'removed' | 'remains', readonly string[]>>;
    expect(told.runs).toEqual([expect.stringMatching(/^[0-9a-f]{6}$/)]);
    expect(ledger).toContain(told.runs[0]);
    expect(told.removed.length).toBeGreaterThan(1);
    expect(told.remains).toEqual([]);
    expect(exit).toBe(0);
    expect(await sandboxes()).toEqual([foreign]);
    expect([...ledgers(), ...readdirSync(bench.path('state/work'))]).toEqual([]);
  });

  it('leaves a run alone that still goes on, also by its name', async () => {
    const run = await underWay();
    expect((await bench.criprobe(['cleanup'])).stdout).toBe('nothing was left behind\n');
    const id = ledgers()[0]?.replace(/\..*$/, '') ?? '';
    const named = await bench.criprobe(['cleanup', '--run', id]);
    expect(named.stderr).toContain(`Run ${id} is still in progress`);
    expect(named.exit).toBe(2);
    const { exit, stdout } = await run.end;
    expect(stdout).toContain('CONFORMANT');
    expect(exit).toBe(0);
    expect(await sandboxes()).toEqual([foreign]);
  });

  it('says what is still there when the runtime is gone, exits 1, and can be repeated', async () => {
    await killed();
    await runtime.close();
    const { exit, stdout } = await bench.criprobe(['cleanup']);
    expect(stdout).toMatch(/^still there {2}.*cri\.sock$/m);
    expect(exit).toBe(1);
    expect(ledgers()).toHaveLength(1);

    runtime = await serveReferenceRuntime({ listen: bench.path('cri.sock') });
    expect((await bench.criprobe(['cleanup'])).exit).toBe(0);
    expect(ledgers()).toEqual([]);
  });

  it('--forget: drops the ledger of a run whose runtime is gone for good', async () => {
    await killed();
    await runtime.close();
    const [run = ''] = ledgers().map((name) => name.replace('.jsonl', ''));
    const before = await bench.criprobe(['cleanup']);
    expect(before.stdout).toContain('gone for good, so is what a run left on it');
    const { exit, stdout } = await bench.criprobe(['cleanup', '--forget', run]);
    expect(stdout).toMatch(/^still there {2}.*cri\.sock/m);
    expect(stdout).toContain(`forgotten    run ${run}; remove what remains yourself`);
    expect(exit).toBe(0);
    expect(ledgers()).toEqual([]);
    expect((await bench.criprobe(['cleanup'])).stdout).toBe('nothing was left behind\n');
    runtime = await serveReferenceRuntime({ listen: bench.path('cri.sock') });
  });

  it('--forget --json: says which run was forgotten', async () => {
    await killed();
    await runtime.close();
    const [run = ''] = ledgers().map((name) => name.replace('.jsonl', ''));
    const { stdout } = await bench.criprobe(['cleanup', '--forget', run, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ runs: [run], forgotten: [run] });
    runtime = await serveReferenceRuntime({ listen: bench.path('cri.sock') });
  });

  it('-r: names what carries our label without a ledger, with the command that removes it', async () => {
    await killed();
    const there = await sandboxes();
    const elsewhere = { env: { CRIPROBE_STATE: bench.path('tmp/other') } };
    const named = ['cleanup', '-r', bench.path('cri.sock')];
    const { exit, stdout } = await bench.criprobe(named, elsewhere);
    expect(stdout).toMatch(
      /^still there {2}sandbox \w+ carries the label of run \w+, .*: crictl -r \S+ rmp -f \w+$/m,
    );
    expect(exit).toBe(1);
    expect(await sandboxes()).toEqual(there);

    expect((await bench.criprobe(named)).exit).toBe(0);
    expect(await sandboxes()).toEqual([foreign]);
  });

  it('of a run nobody knows: exit 2', async () => {
    const { exit, stderr } = await bench.criprobe(['cleanup', '--run', 'abcdef']);
    expect(stderr).toContain('No run abcdef left anything on this machine');
    expect(exit).toBe(2);
  });
});
