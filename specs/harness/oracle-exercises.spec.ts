// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.js';
import type { Evidence } from '#evidence/evidence.js';
import { readEvidence } from '#evidence/read-evidence.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import { allScenarios } from '#scenarios/all.js';
import { openBench, type Bench } from '../support/run-cli.js';

/** `contract verdict` of every contract that said something of a scenario. */
type Said = ReadonlyMap<string, string>;

describe('every scenario, on the reference runtime', () => {
  let bench: Bench;
  const played = new Map<string, Said>();

  beforeAll(async () => {
    bench = await openBench();
    const output = bench.path('out');
    const { exit } = await bench.criprobe([
      ...['run', '--managed', 'reference', '--output', output, '--reporter', 'none', '-q'],
    ]);
    expect(exit).toBe(0);
    for await (const evidence of (await readEvidence(`${output}/evidence.jsonl`)).scenarios)
      played.set(evidence.scenario, saidOf(evidence));
  }, 120_000);
  afterAll(() => bench.dispose());

  it.each(allScenarios.map((scenario) => [scenario.id, scenario.exercises] as const))(
    '%s: what it promises to exercise is exercised in it, and held',
    (id, exercises) => {
      const said = played.get(id);
      const broken = exercises.filter((contract) => said?.get(contract) !== 'held');
      expect(broken.map((contract) => `${contract} ${said?.get(contract) ?? 'not played'}`)).toEqual([]);
    },
  );

  it.each(allScenarios.map(({ id }) => [id] as const))(
    '%s: nothing in it speaks against the oracle',
    (id) => {
      const against = [...(played.get(id) ?? [])].filter(
        ([, verdict]) => verdict !== 'held' && verdict !== 'unexercised',
      );
      expect(against).toEqual([]);
    },
  );
});

function saidOf(evidence: Evidence): Said {
  return new Map(allContracts.map((contract) => [contract.id, judgeScenario(contract, evidence).kind]));
}
