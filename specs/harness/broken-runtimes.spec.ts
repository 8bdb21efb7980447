// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { expect, it, jest } from '@jest/globals';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import type { EvidenceEvent } from '#evidence/event.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
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
  /** How long each wait in vain took. */
  readonly inVainMs: readonly number[];
}

async function runOn({ tell }: Broken, only: readonly ScenarioId[]): Promise<BrokenRun> {
  const bench = await openBench();
  const runtime = await serveLies(bench.path('cri.sock'), tell);
  try {
    const target = { ...defaultRun, runtimeEndpoint: bench.path('cri.sock'), output: bench.path('out') };
    const selection = { ids: [], only: only.map((id) => `scenario:${id}`), skip: [] };
    const { exit, json } = await run({ ...target, reporters: [], workers, selection }, silentIo(bench));
    const lines = readFileSync(bench.path('out/evidence.jsonl'), 'utf8').trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as EvidenceEvent);
    return { exit, result: json as Result, told: runtime.told, inVainMs: inVainMs(events) };
  } finally {
    await runtime.close();
    await bench.dispose();
  }
}

/** Of scenarios, for steps that did not happen, and of calls by hand, for an answer. */
function inVainMs(events: readonly EvidenceEvent[]): readonly number[] {
  const began = new Map(
    events.flatMap((event) => (event.type === 'call' ? [[event.seq, event.atMs] as const] : [])),
  );
  return events.map((event) => vainMs(event, began)).filter((ms) => ms > 0);
}

function vainMs(event: EvidenceEvent, began: ReadonlyMap<number, number>): number {
  if (event.type === 'scenario-end' && event.ended === 'stuck')
    return 1000 * Number(/^waited (\d+) s/.exec(event.reason ?? '')?.[1] ?? 0);
  const isCutOff =
    event.type === 'end' && event.outcome.kind === 'unanswered' && event.outcome.reason === 'client-deadline';
  return isCutOff ? event.atMs - (began.get(event.seq) ?? event.atMs) : 0;
}

/** Earlier calls are of the preflight and of the trial pod. */
const everywhere: readonly Broken[] = [hangs('ContainerStatus', 1), hangs('StopPodSandbox', 2)];

const inSomeScenarios: readonly Broken[] = [
  hangs('StartContainer', 1),
  hangs('RemoveContainer', 1),
  hangs('ExecSync', 1),
  hangs('PullImage', 2),
  refuses('CreateContainer', 1, ['container.create.succeeds']),
  refuses('RunPodSandbox', 2, ['sandbox.run.succeeds']),
  refuses('Status', 4, ['runtime.status.succeeds']),
  ...frozen,
];

const someScenarios: readonly ScenarioId[] = [
  'pod.happy-path',
  'containers.two-in-a-pod',
  'exec.commands',
  'garbage.dead-containers',
  'images.pulled-always',
  'jobs.exit-codes',
  'restart-policy.on-failure',
  'stop.ignores-term',
];

const testing = [
  ...everywhere.map((each) => [each.name, 'in all scenarios', each, []] as const),
  ...inSomeScenarios.map((each) => [each.name, 'in some scenarios', each, someScenarios] as const),
];

it.each(testing)('%s, %s: that is said, and soon', async (...[, , each, only]) => {
  const { exit, result, told, inVainMs: waits } = await runOn(each, only);
  expect(told.length).toBeGreaterThan(0);
  expect(exit).toBe(1);
  const violated: readonly string[] = result.rulings
    .filter(({ verdict }) => verdict === 'violated')
    .map(({ contract }) => contract);
  expect(violated.filter((id) => (each.says as readonly string[]).includes(id))).not.toEqual([]);
  // Two thirds of a healthy run's time is the first patience: so the run takes less than three times as long.
  const sumMs = waits.reduce((sum, ms) => sum + ms, 0);
  expect(sumMs / workers).toBeLessThanOrEqual(2 * Math.max(0, ...waits));
});
