// SPDX-License-Identifier: Apache-2.0
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import { errorMessage } from '#base/text/error-message.js';
import { allContracts } from '#contracts/all.generated.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { createJudge, type Judge } from '#judge/create-judge.js';
import { allScenarios } from '#scenarios/all.generated.js';
import { openBench } from '../../cli/run-cli.js';
import { silentIo } from '../../cli/silent-io.js';
import { serveLies } from '../lying-runtime.js';
import { aFewAtOnce, type LiePatience } from '../../lie-patience.js';
import { playedOnLies } from '../played-on-lies.js';
import type { BulkLie } from './bulk-lie.js';

export interface Played {
  /** Ids of the contracts, sorted. */
  readonly violated: readonly string[];
  readonly undecided: readonly string[];
  /** How often the lie was told. */
  readonly told: number;
  /** The run ended before there was anything to judge. */
  readonly failed?: string;
}

/** Plays the scenarios of a lie, or others, on the reference runtime that tells it. */
export async function playBulkLie(lie: BulkLie, patience: LiePatience = {}): Promise<Played> {
  return aFewAtOnce(() => (lie.daemon === true ? playedWithOutages(lie) : playedByRun(lie, patience)));
}

/** As `criprobe run --runtime-endpoint` does it; judged by all contracts, not only by those of the scenarios. */
async function playedByRun({ tell, scenarios }: BulkLie, patience: LiePatience): Promise<Played> {
  const bench = await openBench();
  const listen = bench.path('cri.sock');
  const runtime = await serveLies(listen, (truth, told) => tell({ truth, tell: told, returns: () => 0 }));
  try {
    const selection = { ids: [], only: scenarios.map((id) => `scenario:${id}`), skip: [] };
    const target = { ...defaultRun, runtimeEndpoint: listen, output: bench.path('out'), reporters: [] };
    await run({ ...target, selection, failOn: 'any', ...patience }, silentIo(bench));
    const reader = await readEvidence(bench.path('out/evidence.jsonl'));
    const judge = createJudge(allContracts, isPromised);
    for await (const evidence of reader.scenarios) judge.add(evidence);
    return resultOf(judge, runtime.told.length);
  } catch (error) {
    return { violated: [], undecided: [], told: runtime.told.length, failed: errorMessage(error) };
  } finally {
    await runtime.close();
    await bench.dispose();
  }
}

/** With a daemon that the scenarios can stop and start. */
async function playedWithOutages({ tell, scenarios: ids }: BulkLie): Promise<Played> {
  const judge = createJudge(allContracts, isPromised);
  let count = 0;
  for (const scenario of allScenarios.filter(({ id }) => ids.some((wanted) => wanted === id))) {
    const { evidence, told } = await playedOnLies(scenario, tell);
    count += told.length;
    judge.add(evidence);
  }
  return resultOf(judge, count);
}

function isPromised(scenario: string, contract: string): boolean {
  const { exercises = [] } = allScenarios.find(({ id }) => id === scenario) ?? {};
  return exercises.some((id) => id === contract);
}

function resultOf(judge: Judge, told: number): Played {
  const of = (kind: string): string[] =>
    judge
      .rulings()
      .filter(({ verdict }) => verdict.kind === kind)
      .map(({ contract }) => contract.id);
  return { violated: of('violated'), undecided: of('undecided'), told };
}
