// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '#contracts/contract.js';
import { held, undecided, unexercised, unsupported, violated, type Verdict } from '#contracts/verdict.js';
import { Evidence } from '#evidence/evidence.js';
import { createJudge } from '#judge/create-judge.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import { makeResult } from '#judge/make-result.js';
import type { Ruling } from '#judge/make-result.js';
import { header } from '../../support/evidence-literal.js';

const broken = violated([3], { expected: 'OK; got it', actual: 'UNKNOWN: exec found no such file' });
const open = undecided([4], 'no answer');
const kept = held([1]);
const lacking = unsupported([5], 'not implemented');
const idle = unexercised('nothing happened');

const contract = (id: string, check: Contract['check']): Contract => ({
  id,
  level: 'must',
  since: '0.1.0',
  title: id,
  covers: ['L1'],
  check,
  reference: { source: 'here', says: 'so' },
  consequence: 'Trouble.',
});

const nothing = { calls: [], intents: [], observations: [] };
const evidence = (scenario: string, ended: Evidence['ended'] = 'done', reason?: string): Evidence =>
  new Evidence({ header, scenario, ...nothing, ended, ...(reason && { reason }) });

/** What is ruled when the scenarios end in this order. */
function ruledOn(subject: Contract, scenarios: readonly string[]): Ruling | undefined {
  const judge = createJudge([subject]);
  for (const scenario of scenarios) judge.add(evidence(scenario));
  return judge.rulings()[0];
}

const byScenario = (verdicts: Readonly<Record<string, Verdict>>): Contract =>
  contract('a.b.c', ({ scenario }) => verdicts[scenario] ?? idle);

describe('judgeScenario', () => {
  it('decides nothing when a check breaks down', () => {
    const crashing = contract('a.b.c', () => {
      throw new TypeError('x is undefined');
    });
    expect(judgeScenario(crashing, evidence('one'))).toEqual(
      undecided([], 'our check crashed: x is undefined'),
    );
  });

  it('leaves the question open when a scenario got stuck before what it promised', () => {
    const stuck = evidence('one', 'stuck', 'waited 5 s for main');
    expect(judgeScenario(byScenario({}), stuck, true)).toMatchObject({ kind: 'undecided' });
    expect(judgeScenario(byScenario({}), stuck, false)).toEqual(idle);
    expect(judgeScenario(byScenario({ one: kept }), stuck, true)).toEqual(kept);
  });

  it('says why a scenario could not be played that was to exercise it', () => {
    const lackingHost = evidence('one', 'unsupported', 'no events here');
    expect(judgeScenario(byScenario({}), lackingHost, true)).toEqual(unsupported([], 'no events here'));
    expect(judgeScenario(byScenario({}), lackingHost, false)).toEqual(idle);
  });
});

describe('createJudge', () => {
  const ranked = [broken, open, kept, lacking, idle];

  it.each(ranked.slice(1).map((quiet, at) => [ranked[at]?.kind, quiet.kind, ranked[at], quiet] as const))(
    'lets %s speak before %s, in either order',
    (...[, , loud = idle, quiet]) => {
      const subject = byScenario({ one: loud, two: quiet });
      const ruling = { contract: subject, verdict: loud, scenario: 'one' };
      expect(ruledOn(subject, ['one', 'two'])).toMatchObject(ruling);
      expect(ruledOn(subject, ['two', 'one'])).toMatchObject(ruling);
    },
  );

  it('takes the first scenario by name among equals', () => {
    const subject = byScenario({ a: kept, b: kept, c: kept });
    expect(ruledOn(subject, ['b', 'a', 'c'])?.scenario).toBe('a');
  });

  it('names no scenario when none gave occasion', () => {
    expect(ruledOn(byScenario({}), ['a'])).toMatchObject({ verdict: idle, scenario: undefined });
    expect(ruledOn(byScenario({}), [])?.verdict.kind).toBe('unexercised');
  });

  it('keeps the verdict that decides, in whatever order scenarios end', () => {
    const subject = byScenario({ one: kept, two: broken, three: open });
    const orders = [
      ['one', 'two', 'three'],
      ['three', 'two', 'one'],
      ['two', 'one', 'three'],
    ];
    for (const order of orders)
      expect(ruledOn(subject, order)).toMatchObject({ contract: subject, verdict: broken, scenario: 'two' });
  });

  it('rules in the order of the ids and may be asked at any time', () => {
    const judge = createJudge([contract('z.b.c', () => kept), contract('a.b.c', () => kept)]);
    expect(judge.rulings().map(({ verdict }) => verdict.kind)).toEqual(['unexercised', 'unexercised']);
    judge.add(evidence('one'));
    expect(judge.rulings().map((ruling) => [ruling.contract.id, ruling.verdict.kind])).toEqual([
      ['a.b.c', 'held'],
      ['z.b.c', 'held'],
    ]);
  });
});

describe('makeResult', () => {
  const verdicts = { 'a.b.c': broken, 'b.b.c': kept, 'c.b.c': idle, 'd.b.c': lacking, 'e.b.c': open };
  const rulings = Object.entries(verdicts)
    .reverse()
    .map(([id, verdict]) =>
      ruledOn(
        contract(id, () => verdict),
        ['one'],
      ),
    )
    .filter((ruling) => ruling !== undefined);
  const scenarios = [
    { id: 'two', ms: 20.4 },
    { id: 'one', ms: 10.6 },
  ];
  const result = makeResult({ header, rulings, scenarios, ms: 31.2 });

  it('counts and sorts', () => {
    expect(result.summary).toEqual({ held: 1, violated: 1, undecided: 1, unexercised: 1, unsupported: 1 });
    expect(result.rulings.map((ruling) => ruling.contract)).toEqual(Object.keys(verdicts));
    expect(result.scenarios).toEqual([
      { id: 'one', ms: 11 },
      { id: 'two', ms: 20 },
    ]);
    expect(result.ms).toBe(31);
    expect(result.target).toEqual({
      name: 'criprobe-reference',
      version: '0.1.0',
      endpoint: 'unix:///example.sock',
    });
  });

  it('gives reason, scenario and calls where there are any', () => {
    expect(result.rulings[0]).toEqual({
      contract: 'a.b.c',
      level: 'must',
      verdict: 'violated',
      scenario: 'one',
      calls: [3],
      expected: 'OK; got it',
      actual: 'UNKNOWN: exec found no such file',
    });
    expect(result.rulings[1]).not.toHaveProperty('reason');
    expect(result.rulings[2]).not.toHaveProperty('scenario');
    expect(result.rulings[2]).toMatchObject({ reason: 'nothing happened', calls: [] });
    expect(result.rulings[3]).toMatchObject({ reason: 'not implemented' });
  });

  it('gives the same bytes again', () => {
    const again = makeResult({
      header,
      rulings: rulings.toReversed(),
      scenarios: scenarios.toReversed(),
      ms: 31.2,
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(result));
  });
});
