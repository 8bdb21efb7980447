// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { expect, it, jest } from '@jest/globals';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import type { CriMethod } from '#cri/methods.js';
import type { EvidenceEvent } from '#evidence/event.js';
import type { Result } from '#results/result.js';
import { frozen, hangs, refuses, type Broken } from '../support/lies/broken-answers.js';
import { serveLies, type LiedCall } from '../support/lies/lying-runtime.js';
import { openBench } from '../support/cli/run-cli.js';
import { silentIo } from '../support/cli/silent-io.js';

jest.setTimeout(900_000);

const workers = 12;

interface BrokenRun {
  readonly exit: number;
  readonly result: Result;
  readonly told: readonly LiedCall[];
  /** What one of the workers waited in vain. */
  readonly inVainMs: number;
}

async function runOn({ tell }: Pick<Broken, 'tell'>): Promise<BrokenRun> {
  const bench = await openBench();
  const runtime = await serveLies(bench.path('cri.sock'), tell);
  try {
    const target = { ...defaultRun, runtimeEndpoint: bench.path('cri.sock'), output: bench.path('out') };
    const { exit, json } = await run({ ...target, reporters: [], workers }, silentIo(bench));
    const lines = readFileSync(bench.path('out/evidence.jsonl'), 'utf8').trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as EvidenceEvent);
    return { exit, result: json as Result, told: runtime.told, inVainMs: inVainMs(events) / workers };
  } finally {
    await runtime.close();
    await bench.dispose();
  }
}

/** The sum of what scenarios waited for steps that did not happen, and for calls by hand without an answer. */
function inVainMs(events: readonly EvidenceEvent[]): number {
  const began = new Map<number, number>();
  let sumMs = 0;
  for (const event of events) {
    if (event.type === 'call') began.set(event.seq, event.atMs);
    if (event.type === 'scenario-end' && event.ended === 'stuck')
      sumMs += 1000 * Number(/^waited (\d+) s/.exec(event.reason ?? '')?.[1] ?? 0);
    if (
      event.type === 'end' &&
      event.outcome.kind === 'unanswered' &&
      event.outcome.reason === 'client-deadline'
    )
      sumMs += event.atMs - (began.get(event.seq) ?? event.atMs);
  }
  return sumMs;
}

/** What is called when: earlier calls are of the preflight and of the trial pod. */
const broken: readonly Broken[] = [
  ...(['ContainerStatus', 'StartContainer', 'ExecSync', 'RemoveContainer'] as const).map((rpc: CriMethod) =>
    hangs(rpc as 'ContainerStatus', 1),
  ),
  hangs('StopPodSandbox', 2),
  hangs('PullImage', 2),
  refuses('CreateContainer', 1, ['container.create.succeeds']),
  refuses('RunPodSandbox', 2, ['sandbox.run.succeeds']),
  ...frozen,
];

/**
 * The whole suite takes 20 to 30 s of wall time on the honest reference runtime: with so much waiting in vain at most, it takes
 * less than three times as long on a broken one. What is counted is the patience that was granted, not the time that passed.
 */
const boundMs = 40_000;

it.each(broken.map((each) => [each.name, each] as const))('%s: that is said, and soon', async (_, each) => {
  const { exit, result, told, inVainMs: waitedMs } = await runOn(each);
  expect(told.length).toBeGreaterThan(0);
  expect(exit).toBe(1);
  const violated: readonly string[] = result.rulings
    .filter(({ verdict }) => verdict === 'violated')
    .map(({ contract }) => contract);
  expect(violated.filter((id) => (each.says as readonly string[]).includes(id))).not.toEqual([]);
  expect(waitedMs).toBeLessThan(boundMs);
});
