// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Result } from '#results/result.js';
import { decide, type GateDecision, type GateInput } from '#policy/decide.js';
import type { KnownFailing } from '#policy/known-failing.js';
import { parsePolicy } from '#policy/parse-policy.js';
import type { Policy } from '#policy/policy.js';
import { aResult, clean, ruling, texts, thrownBy } from '../compare/sample.js';

const policy = (more: Partial<Policy> = {}): Policy => ({
  ...parsePolicy(
    JSON.stringify({
      apiVersion: 'criprobe/v1',
      kind: 'GatePolicy',
      require: [{ profile: 'core', level: 'must', result: 'success' }],
      minimum: { executed: 1 },
    }),
    'p.json',
  ),
  ...more,
});

const gate = (more: Partial<Policy>, result: Result, input: Partial<GateInput> = {}): GateDecision =>
  decide(policy(more), { result, today: '2026-11-20', catalogue: texts, ...input });

/** The clean result with one ruling exchanged. */
const but = (contract: string, verdict: 'violated' | 'undecided' | 'unexercised' | 'unsupported'): Result =>
  aResult([
    ...clean.rulings.filter((each) => each.contract !== contract),
    ruling(contract, verdict, { reason: 'because' }),
  ]);

const known = (more: Partial<KnownFailing> = {}): { readonly knownFailing: readonly KnownFailing[] } => ({
  knownFailing: [
    { id: 'container.exit.code', reason: 'a reason', issue: '#12', expires: '2027-03-31', ...more },
  ],
});

describe('require', () => {
  it('opens for a clean run', () => {
    const decision = gate({}, clean);
    expect(decision.go).toBe(true);
    expect(decision.reasons).toEqual([]);
    expect(decision.rules.map(({ rule, detail }) => [rule, detail])).toEqual([
      ['require.must', '4 of 4 held'],
      ['minimum.executed', '7 of 7 executed'],
    ]);
  });

  it('shuts for a violated and for an undecided MUST', () => {
    expect(gate({}, but('container.exit.code', 'violated')).reasons).toEqual([
      'container.exit.code (MUST) violated: The exit code of the program is reported: because',
    ]);
    expect(gate({}, but('container.exit.code', 'undecided')).reasons[0]).toContain(
      'undecided, which does not count',
    );
  });

  it('looks at SHOULD only when told to', () => {
    const broken = but('stats.cpu.moves', 'violated');
    expect(gate({}, broken).go).toBe(true);
    expect(gate({ require: [{ profile: 'core', level: 'should', result: 'success' }] }, broken).go).toBe(
      false,
    );
  });

  it('counts SHOULD against its budget', () => {
    const broken = but('stats.cpu.moves', 'violated');
    expect(gate({ allow: { knownFailing: true, should: 1 } }, broken).go).toBe(true);
    const decision = gate({ allow: { knownFailing: true, should: 0 } }, broken);
    expect(decision.rules.filter(({ ok }) => !ok).map(({ rule }) => rule)).toEqual(['allow.should']);
  });
});

describe('minimum', () => {
  it('shuts when too little was put to the test', () => {
    const idle = aResult(clean.rulings.map((each) => ({ ...each, verdict: 'unexercised' as const })));
    expect(gate({}, idle).reasons).toEqual(['only 0 contracts were executed, the policy requires 1']);
  });

  it('does not count the undecided as executed', () => {
    const unsure = aResult(clean.rulings.map((each) => ({ ...each, verdict: 'undecided' as const })));
    expect(gate({}, unsure).rules.find(({ rule }) => rule === 'minimum.executed')?.ok).toBe(false);
  });

  it('shuts when an area was skipped or does not exist', () => {
    const minimum = { executed: 1, notSkipped: ['stats', 'contaner', 'image'] };
    expect(gate({ minimum }, but('stats.cpu.moves', 'unsupported')).reasons).toEqual([
      'area stats: none of its 1 contracts was executed',
      'area contaner: this run has no such contracts; did you mean container?',
    ]);
  });
});

describe('what a result says of its contracts', () => {
  it('cannot make a level less strict than it is', () => {
    const lenient = aResult(
      but('container.exit.code', 'violated').rulings.map((each) => ({ ...each, level: 'may' })),
    );
    const { go, rules, reasons } = gate({}, lenient);
    expect(go).toBe(false);
    expect(reasons).toEqual([expect.stringMatching(/^container\.exit\.code \(MUST\) violated/)]);
    expect(rules[0]?.notes).toEqual([
      expect.stringMatching(/^stricter here than in the result: sandbox\.stop\.idempotent \(MUST\), /),
    ]);
    const should = gate({ allow: { knownFailing: true, should: 0 } }, but('stats.cpu.moves', 'violated'));
    const may = aResult(
      but('stats.cpu.moves', 'violated').rulings.map((each) => ({ ...each, level: 'may' })),
    );
    expect(gate({ allow: { knownFailing: true, should: 0 } }, may).reasons).toEqual(should.reasons);
  });

  it('can make it stricter, as that of another version may', () => {
    const strict = aResult(
      but('image.list.order', 'violated').rulings.map((each) => ({ ...each, level: 'must' })),
    );
    expect(gate({}, strict).reasons).toEqual([
      expect.stringMatching(/^image\.list\.order \(MUST\) violated/),
    ]);
  });

  it('fills no floor with contracts that do not exist, and says so', () => {
    const made = ['made.up.one', 'made.up.two'].map((id) => ruling(id, 'held'));
    const minimum = { executed: 8, notSkipped: ['made'] };
    const { rules, reasons } = gate({ minimum }, aResult([...clean.rulings, ...made]));
    expect(rules.map(({ detail }) => detail)).toEqual([
      '4 of 4 held',
      '7 of 9 executed, 2 unknown not counted',
      '0 of 1 areas executed',
    ]);
    expect(rules[1]?.notes).toEqual(['not counted, unknown to this criprobe: made.up.one, made.up.two']);
    expect(reasons[0]).toBe('only 7 contracts were executed, the policy requires 8');
    expect(gate({ minimum: { executed: 7, notSkipped: [] } }, aResult([...clean.rulings, ...made])).go).toBe(
      true,
    );
  });

  it('shuts for a violated one that only a newer suite has', () => {
    const newer = aResult([...clean.rulings, ruling('newer.than.this', 'violated', { reason: 'because' })]);
    expect(gate({}, newer).reasons).toEqual(['newer.than.this (MUST) violated: because']);
  });
});

describe('knownFailing', () => {
  it('excuses what fails as announced, on the last day too', () => {
    const broken = but('container.exit.code', 'violated');
    expect(gate(known(), broken).go).toBe(true);
    expect(gate(known({ expires: '2026-11-20' }), broken).go).toBe(true);
    expect(gate(known(), but('container.exit.code', 'undecided')).go).toBe(true);
  });

  it('excuses nothing when the policy does not allow it', () => {
    const broken = but('container.exit.code', 'violated');
    expect(gate({ ...known(), allow: { knownFailing: false } }, broken).go).toBe(false);
  });

  it('shuts when the contract holds again', () => {
    expect(gate(known(), clean).reasons).toEqual([
      'container.exit.code is listed as known to fail (#12), but it holds now: remove the line',
    ]);
  });

  it('takes an intermittent one as it comes, and says so', () => {
    const { go, rules } = gate(known({ intermittent: true }), clean);
    expect(go).toBe(true);
    expect(rules.flatMap(({ notes }) => notes)).toContain(
      'container.exit.code holds this time; it is listed as intermittent',
    );
    expect(gate(known({ intermittent: true }), but('container.exit.code', 'violated')).go).toBe(true);
  });

  it('shuts when there is no such contract', () => {
    expect(gate(known({ id: 'container.exit.cod' }), clean).reasons).toEqual([
      'container.exit.cod is listed as known to fail (#12), but there is no such contract; did you mean container.exit.code?',
    ]);
  });

  it('shuts when the line expired, once, and only if the policy says so', () => {
    const broken = but('container.exit.code', 'violated');
    const expired = known({ expires: '2026-11-19' });
    expect(gate(expired, broken).reasons).toHaveLength(1);
    expect(gate(expired, broken).reasons[0]).toContain('the line expired on 2026-11-19');
    expect(gate({ ...expired, expireKnownFailing: false }, broken).go).toBe(true);
  });

  it('keeps a line whose contract was not exercised or is left out of this run, and says so', () => {
    const left = aResult(clean.rulings.filter(({ contract }) => contract !== 'container.exit.code'));
    for (const result of [but('container.exit.code', 'unexercised'), left]) {
      const decision = gate(known(), result);
      expect(decision.go).toBe(true);
      expect(decision.rules.find(({ rule }) => rule === 'knownFailing')?.notes).toEqual([
        'container.exit.code was not exercised in this run, so its line stays',
      ]);
    }
  });

  it('applies a line only to the runtime and version it speaks of', () => {
    const broken = but('container.exit.code', 'violated');
    expect(gate(known({ when: { runtime: 'crio' } }), broken).go).toBe(false);
    expect(gate(known({ when: { runtime: 'containerd', version: '<1.7' } }), broken).go).toBe(false);
    expect(gate(known({ when: { runtime: 'Containerd', version: '<2' } }), broken).go).toBe(true);
    expect(gate(known({ when: { runtime: 'crio' } }), clean).go).toBe(true);
  });
});

describe('regressions', () => {
  const strict = { regressions: { max: 0, against: 'baseline' } } as const;

  it('counts what held in the baseline and fails now, at any level', () => {
    const decision = gate(strict, but('image.list.order', 'violated'), { baseline: clean });
    expect(decision.reasons).toEqual(['image.list.order held in the baseline, now violated: because']);
    expect(
      gate({ regressions: { max: 1, against: 'baseline' } }, but('image.list.order', 'violated'), {
        baseline: clean,
      }).go,
    ).toBe(true);
  });

  it('does not count what failed before, is listed, or was not exercised', () => {
    const broken = but('container.exit.code', 'violated');
    expect(gate({ ...strict, ...known() }, broken, { baseline: broken }).go).toBe(true);
    expect(gate({ ...strict, ...known() }, broken, { baseline: clean }).go).toBe(true);
    const skipped = gate(strict, but('container.exit.code', 'unexercised'), { baseline: clean });
    expect(skipped.go).toBe(true);
    expect(skipped.rules.at(-1)?.notes).toEqual([
      'held in the baseline, not exercised now: container.exit.code',
    ]);
  });

  it('is a mistake of the caller without a baseline', () => {
    expect(thrownBy(() => gate(strict, clean))).toMatchObject({ code: 'E-BASELINE', exit: 2 });
  });
});

describe('runtime', () => {
  it.each([
    ['containerd', '1.7.27', true],
    ['containerd', 'v2.1.4', true],
    ['containerd', '1.6.20~ds1', false],
    ['containerd', '2.2.0-rc.1', false],
    ['containerd', 'unknown', false],
    ['crio', '1.7.27', false],
  ])('%s %s', (name, version, go) => {
    const runtime = { name: 'containerd', version: '>=1.7 <2.2' };
    expect(gate({ runtime }, aResult(clean.rulings, { name, version })).go).toBe(go);
  });
});
