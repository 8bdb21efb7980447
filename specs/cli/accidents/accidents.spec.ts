// SPDX-License-Identifier: Apache-2.0
import { readdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connectCri } from '#cri/client/grpc-client.js';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

let bench: Bench;
let runtime: ServedReferenceRuntime;
beforeEach(async () => {
  bench = await openBench();
  runtime = await serveReferenceRuntime({ listen: bench.path('cri.sock') });
});
afterEach(async () => {
  await runtime[Symbol.asyncDispose]();
  await bench.dispose();
});

async function podsThere(): Promise<number | undefined> {
  const client = connectCri({ runtimeEndpoint: bench.path('cri.sock') });
  const listed = await client.call('ListPodSandbox', {});
  client.close();
  return listed.kind === 'ok' ? (listed.response.items ?? []).length : undefined;
}

it.each([
  ['thrown', 'setTimeout(() => { throw new Error("nobody expected this"); }, 2_500);'],
  ['rejected', 'setTimeout(() => Promise.reject(new Error("nobody expected this")), 2_500);'],
])(
  'an error that nobody expected, %s in the midst of a run: said, and everything cleaned up',
  async (_, code) => {
    writeFileSync(bench.path('accident.mjs'), code);
    const run = ['run', '-r', bench.path('cri.sock'), '--output', bench.path('out')];
    const env = { NODE_OPTIONS: `--import=${bench.path('accident.mjs')}` };
    const { exit, stderr } = await bench.criprobe(run, { env });

    expect(stderr).toContain('[E-SUITE]');
    expect(stderr).toContain('nobody expected this');
    expect(exit).toBe(4);
    expect(await podsThere()).toBe(0);
    expect(readdirSync(bench.path('state/runs'))).toEqual([]);
    expect(readdirSync(bench.path('state/work'))).toEqual([]);
  },
);

it('a run with more evidence than it may write is not conformant, and says what is missing', async () => {
  const only = ['--only', 'scenario:pod.happy-path', '--max-evidence', '40KB'];
  const run = ['run', '-r', bench.path('cri.sock'), ...only, '--output', bench.path('out')];
  const { exit, stdout } = await bench.criprobe(run);
  expect(stdout).toMatch(/INCOMPLETE: \d+ events \(1 MB\) of evidence were left out \(over --max-evidence/);
  expect(stdout).not.toMatch(/^CONFORMANT/m);
  expect(exit).not.toBe(0);

  const judged = await bench.criprobe(['judge', bench.path('out/evidence.jsonl')]);
  expect({ exit: judged.exit, says: judged.stdout.includes('INCOMPLETE') }).toEqual({ exit, says: true });
});
