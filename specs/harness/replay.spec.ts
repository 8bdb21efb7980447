// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofRuns, ofUpgrades } from '#app/run/catalogue.js';
import { allContracts } from '#contracts/all.generated.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import type { Result } from '#results/result.js';
import { openBench, type Bench, type CliEnd } from '../support/cli/run-cli.js';

/** `contract verdict` of every contract that said something of a scenario. */
type Verdicts = ReadonlyMap<string, string>;

/** Its processes are virtual: the node shows nothing of them, and the contracts on the node say so. */
const expected = (contract: string): string => (/(?:^|\.)node\./.test(contract) ? 'unsupported' : 'held');

const reference = ['run', '--managed', 'reference'];
const sameAgain = ['upgrade', '--from', 'reference', '--to', 'reference'];

describe.each([
  ['runs', reference, ofRuns],
  ['upgrades', sameAgain, ofUpgrades],
] as const)('two %s of the reference runtime', (_, command, { contracts, scenarios }) => {
  let bench: Bench;
  let ends: readonly CliEnd[];
  let results: readonly Result[];
  let said: ReadonlyMap<string, Verdicts>;

  beforeAll(async () => {
    bench = await openBench();
    const run = (name: string): Promise<CliEnd> =>
      bench.criprobe([...command, '--json', '--output', bench.path(name)]);
    ends = await Promise.all([run('first'), run('second')]);
    results = ends.map(({ stdout }) => JSON.parse(stdout) as Result);
    said = await saidIn(bench.path('first/evidence.jsonl'));
  }, 600_000);
  afterAll(() => bench.dispose());

  it('find that the oracle keeps every contract of the catalogue', () => {
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0]);
    const said = results[0]?.rulings.map(({ contract, verdict }) => `${contract} ${verdict}`);
    expect(said?.sort()).toEqual(contracts.map(({ id }) => `${id} ${expected(id)}`).sort());
  });

  it('play every scenario', () => {
    expect(results[0]?.scenarios.map(({ id }) => id)).toEqual(scenarios.map(({ id }) => id).sort());
  });

  it.each(scenarios.map((scenario) => [scenario.id, scenario.exercises] as const))(
    'exercise in %s what it promises, and find it held',
    (id, exercises) => {
      const broken = exercises.filter((contract) => said.get(id)?.get(contract) !== expected(contract));
      expect(broken.map((contract) => `${contract} ${said.get(id)?.get(contract) ?? 'not played'}`)).toEqual(
        [],
      );
    },
  );

  it.each(scenarios.map(({ id }) => [id] as const))('find nothing in %s against the oracle', (id) => {
    const against = [...(said.get(id) ?? [])].filter(
      ([contract, verdict]) => verdict !== expected(contract) && verdict !== 'unexercised',
    );
    expect(against).toEqual([]);
  });

  it('differ in nothing but times and sequence numbers', () => {
    const timeless = ({ rulings, summary, scenarios }: Result): unknown => ({
      summary,
      rulings: rulings.map(({ contract, level, verdict, scenario }) => ({
        contract,
        level,
        verdict,
        // Which of several stories gave the occasion is chance where it is a moment, as reads while a daemon starts.
        ...(verdict === 'held' ? {} : { scenario }),
      })),
      scenarios: scenarios.map(({ id }) => id),
    });
    expect(timeless(results[1] as Result)).toEqual(timeless(results[0] as Result));
  });

  it('are judged again to the same bytes, on stdout and in result.json', async () => {
    for (const [index, name] of ['first', 'second'].entries()) {
      const again = await bench.criprobe([
        'judge',
        bench.path(name),
        '--json',
        '--output',
        bench.path(`${name}-again`),
      ]);
      expect(again.stdout).toBe(ends[index]?.stdout);
      expect(await readFile(bench.path(`${name}-again/result.json`))).toEqual(
        await readFile(bench.path(`${name}/result.json`)),
      );
    }
  });
});

it('judges a recording of which a part was asked for as that part', async () => {
  const bench = await openBench();
  try {
    const part = [...reference, 'sandbox.stop.*', '--json', '--output', bench.path('part')];
    const live = await bench.criprobe(part);
    const again = await bench.criprobe(['judge', bench.path('part'), '--json']);
    expect(again.stdout).toBe(live.stdout);
    expect((JSON.parse(live.stdout) as Result).rulings.map(({ contract }) => contract)).toEqual(
      expect.arrayContaining(['sandbox.stop.idempotent']),
    );
  } finally {
    await bench.dispose();
  }
}, 60_000);

async function saidIn(recording: string): Promise<ReadonlyMap<string, Verdicts>> {
  const said = new Map<string, Verdicts>();
  for await (const evidence of (await readEvidence(recording)).scenarios) {
    const verdicts = allContracts.map(
      (contract) => [contract.id, judgeScenario(contract, evidence).kind] as const,
    );
    said.set(evidence.scenario, new Map(verdicts));
  }
  return said;
}
