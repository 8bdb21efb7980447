// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Result } from '#results/result.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { lies as plainLies, type Lie } from '../support/lies/lies.js';
import { endLies } from '../support/lies/end-lies.js';
import { eventLies } from '../support/lies/event-lies.js';
import { leftOverLies } from '../support/lies/left-over-lies.js';
import { logLies } from '../support/lies/log-lies.js';
import { paceLies } from '../support/lies/pace-lies.js';
import { queueLies } from '../support/lies/queue-lies.js';
import { insideLies } from '../support/lies/inside-lies.js';
import { requestLies } from '../support/lies/request-lies.js';
import { attemptLies } from '../support/lies/attempt-lies.js';
import { occasionLies } from '../support/lies/occasion-lies.js';
import { callLies } from '../support/lies/call-lies.js';
import { objectLies } from '../support/lies/object-lies.js';
import { refusalLies } from '../support/lies/refusal-lies.js';
import { statsLies } from '../support/lies/stats/stats-lies.js';
import { statsViewsLies } from '../support/lies/stats/stats-views-lies.js';
import { imageLies } from '../support/lies/image-lies.js';
import { containerBugLies } from '../support/lies/bugs/container-bug-lies.js';
import { stopBugLies } from '../support/lies/bugs/stop-bug-lies.js';
import { serviceBugLies } from '../support/lies/bugs/service-bug-lies.js';
import { serviceLies } from '../support/lies/service-lies.js';
import { viewLies } from '../support/lies/view-lies.js';
import { aFewAtOnce, withLiars, type LiePatience } from '../support/lie-patience.js';
import { serveLies, type LiedCall } from '../support/lies/lying-runtime.js';
import { recordedCalls } from '../support/recorded-calls.js';
import { openBench } from '../support/cli/run-cli.js';
import { silentIo } from '../support/cli/silent-io.js';

jest.setTimeout(300_000);

interface JudgeResult {
  readonly exit: number;
  readonly result: Result;
  readonly calls: ReadonlyMap<number, RecordedCall>;
  readonly told: readonly LiedCall[];
}

/** What `run` answers of a runtime that lies; what the command makes of such an answer is shown in specs/cli. */
async function judged({
  tell,
  scenarios,
  beside,
  patience = {},
}: Pick<Lie, 'tell' | 'beside'> & {
  readonly scenarios: readonly ScenarioId[];
  readonly patience?: LiePatience;
}): Promise<JudgeResult> {
  const bench = await openBench();
  const runtime = await serveLies(bench.path('cri.sock'), tell, { beside: beside ?? false });
  try {
    const output = bench.path('out');
    const selection = { ids: [], only: scenarios.map((id) => `scenario:${id}`), skip: [] };
    const target = { ...defaultRun, runtimeEndpoint: bench.path('cri.sock'), output, reporters: [] };
    const { exit, json } = await run({ ...target, ...patience, selection, failOn: 'any' }, silentIo(bench));
    const calls = await recordedCalls(bench.path('out/evidence.jsonl'));
    return { exit, result: json as Result, calls, told: runtime.told };
  } finally {
    await runtime.close();
    await bench.dispose();
  }
}

/** What the lie calls the proof, if this is one of the calls that it names. */
function oneOf(names: string | undefined, rpc: string): string {
  return names?.split(' or ').includes(rpc) === true ? names : rpc;
}

const lies = [
  ...plainLies,
  ...paceLies,
  ...queueLies,
  ...refusalLies,
  ...statsLies,
  ...statsViewsLies,
  ...endLies,
  ...eventLies,
  ...leftOverLies,
  ...logLies,
  ...imageLies,
  ...serviceLies,
  ...insideLies,
  ...requestLies,
  ...objectLies,
  ...callLies,
  ...viewLies,
  ...attemptLies,
  ...occasionLies,
  ...containerBugLies,
  ...serviceBugLies,
  ...stopBugLies,
];
const testing = lies.map((lie) => [lie.name, lie] as const);

it.concurrent.each(testing)('%s: is seen, and by its name', async (_, lie) => {
  const { exit, result, calls, told } = await aFewAtOnce(() =>
    judged({ ...lie, scenarios: [lie.scenario], patience: withLiars }),
  );
  const found = result.rulings.filter(({ verdict }) => verdict === 'violated' || verdict === 'undecided');
  const { breaks, mayBreak = [] }: { breaks: readonly string[]; mayBreak?: readonly string[] } = lie;
  const sure = found.filter(({ contract }) => breaks.includes(contract) || !mayBreak.includes(contract));
  expect(sure.map(({ contract, verdict }) => `${contract} ${verdict}`)).toEqual(
    breaks.map((contract) => `${contract} violated`).sort(),
  );
  expect(exit).toBe(1);

  const named = found.find(({ contract }) => contract === lie.breaks[0]);
  expect(named?.scenario).toBe(lie.scenario);
  expect(named?.expected).toMatch(lie.expected);
  expect(named?.actual).toMatch(lie.actual);

  const proof = named?.calls.map((seq) => calls.get(seq)) ?? [];
  const rpcs = proof.map((call) => call?.rpc ?? '');
  expect(rpcs.map((rpc, at) => oneOf(lie.proof[at], rpc))).toEqual(lie.proof);
  const lied = proof.filter((call) => told.some(({ rpc }) => rpc === call?.rpc));
  expect(lied).not.toEqual([]);
  expect(told).toEqual(
    expect.arrayContaining(lied.map((call) => ({ rpc: call?.rpc, request: call?.request }))),
  );
});

it.concurrent('is seen of a container that was seen running before its start was answered', async () => {
  const lie = lies.find(({ breaks }) => breaks.includes('stats.container.counters-grow')) as Lie;
  const tell: Lie['tell'] = (truth, told) => ({
    ...lie.tell(truth, told),
    StartContainer: async (request, call) => {
      const answer = await truth.StartContainer(request, call);
      await setTimeout(2000);
      return answer;
    },
  });
  const { result } = await aFewAtOnce(() => judged({ tell, scenarios: [lie.scenario] }));
  const found = result.rulings.filter(({ verdict }) => verdict === 'violated');
  expect(found.map(({ contract }) => contract)).toEqual(lie.breaks);
});

it.concurrent.each([
  ['alone', false],
  ['with pods of others beside ours', true],
])('nothing is found against the same runtime when it tells the truth, %s', async (_, beside) => {
  const scenarios = [...new Set(lies.map((lie) => lie.scenario))];
  const { exit, result } = await aFewAtOnce(() => judged({ scenarios, tell: () => ({}), beside }));
  expect(result.rulings.filter(({ verdict }) => verdict !== 'held')).toEqual([]);
  expect(result.summary.held).toBeGreaterThan(80);
  expect(exit).toBe(0);
});
