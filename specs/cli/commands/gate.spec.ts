// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { stringify } from 'yaml';
import { complaintsOf } from '../../support/against-schema.js';
import { lies } from '../../support/lies/lies.js';
import { serveLies } from '../../support/lies/lying-runtime.js';
import { resultOf } from '../../support/result-literal.js';
import { openBench, type Bench, type CliEnd } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

interface Decision {
  readonly go: boolean;
  readonly rules: readonly {
    readonly rule: string;
    readonly ok: boolean;
    readonly notes: readonly string[];
  }[];
  readonly reasons: readonly string[];
}

const stop = 'sandbox.stop.idempotent';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

let files = 0;
function write(text: string): string {
  const path = bench.path(`${++files}.yaml`);
  writeFileSync(path, text);
  return path;
}

function policy(rules: object = {}): object {
  return {
    apiVersion: 'criprobe/v1',
    kind: 'GatePolicy',
    require: [{ profile: 'core', level: 'must', result: 'success' }],
    minimum: { executed: 3 },
    ...rules,
  };
}

const listed = (id: string, expires = '2999-12-31'): object => ({
  knownFailing: [{ id, reason: 'under load', issue: 'https://example.test/1', expires }],
});

interface Case {
  readonly policy?: object;
  readonly result?: object;
  readonly flags?: readonly string[];
}

function gate({ policy: rules, result, flags = [] }: Case): Promise<CliEnd> {
  const from = write(JSON.stringify(result ?? resultOf()));
  return bench.criprobe(['gate', '--policy', write(stringify(policy(rules))), '--from', from, ...flags]);
}

async function decided(given: Case): Promise<Decision & { readonly exit: number }> {
  const { exit, stdout } = await gate({ ...given, flags: [...(given.flags ?? []), '--json'] });
  const decision = JSON.parse(stdout) as Decision;
  expect(complaintsOf('gate', decision)).toEqual([]);
  expect(exit).toBe(decision.go ? 0 : 1);
  expect(decision.go).toBe(decision.reasons.length === 0);
  return { ...decision, exit };
}

const violated = resultOf({ [stop]: 'violated' });

describe('go', () => {
  it('when everything held: the sentence, and exit 0', async () => {
    const { exit, stdout } = await gate({});
    expect(stdout).toMatch(/^GO\b/m);
    expect(stdout).not.toContain('NO-GO');
    expect(exit).toBe(0);
  });

  it('when what fails is listed, for both kinds of failing', async () => {
    for (const verdict of ['violated', 'undecided'] as const) {
      const { go, rules } = await decided({ result: resultOf({ [stop]: verdict }), policy: listed(stop) });
      expect(go).toBe(true);
      expect(rules.find(({ rule }) => rule === 'knownFailing')?.notes).toEqual([
        `${stop} fails as announced until 2999-12-31: under load`,
      ]);
    }
  });

  it('when only a SHOULD contract is violated and MUST is required', async () => {
    const { go } = await decided({ result: resultOf({ 'container.status.times-in-window': 'violated' }) });
    expect(go).toBe(true);
  });

  it('when a line speaks of another runtime, or of what was not seen', async () => {
    const [line] = (listed(stop) as { knownFailing: readonly object[] }).knownFailing;
    const elsewhere = { knownFailing: [{ ...line, when: { runtime: 'crio' } }] };
    expect((await decided({ policy: elsewhere })).go).toBe(true);
    const unseen = resultOf({ [stop]: 'unexercised' });
    expect((await decided({ result: unseen, policy: listed(stop) })).go).toBe(true);
  });
});

describe('no-go, and the reason', () => {
  const should = { require: [{ profile: 'core', level: 'should', result: 'success' }] };
  const time = 'container.status.times-in-window';
  const cases: readonly (readonly [why: string, given: Case, reason: RegExp])[] = [
    [
      'a violation',
      { result: violated },
      /^sandbox\.stop\.idempotent \(MUST\) violated: .*: expected OK; got NOT_FOUND: gone$/,
    ],
    [
      'an open question',
      { result: resultOf({ [stop]: 'undecided' }) },
      /^sandbox\.stop\.idempotent \(MUST\) undecided, .*: it is undecided$/,
    ],
    [
      'a violation of a level that is required',
      { result: resultOf({ [time]: 'violated' }), policy: should },
      /^container\.status\.times-in-window \(SHOULD\) violated/,
    ],
    [
      'more SHOULD than allowed',
      { result: resultOf({ [time]: 'violated' }), policy: { allow: { should: 0 } } },
      /^container\.status\.times-in-window \(SHOULD\) violated/,
    ],
    [
      'a listed contract that holds again',
      { policy: listed(stop) },
      /^sandbox\.stop\.idempotent is listed .*, but it holds now: remove the line$/,
    ],
    [
      'a listed contract that nobody knows',
      { policy: listed('sandbox.stop.idempotnt') },
      /no such contract; did you mean sandbox\.stop\.idempotent\?$/,
    ],
    [
      'a line that expired',
      { result: violated, policy: listed(stop, '2020-01-01') },
      /the line expired on 2020-01-01/,
    ],
    [
      'too little executed',
      { policy: { minimum: { executed: 6 } } },
      /^only 4 contracts were executed, the policy requires 6$/,
    ],
    [
      'an area nothing was executed in',
      { policy: { minimum: { executed: 1, notSkipped: ['stats'] } } },
      /^area stats: this run has no such contracts/,
    ],
    [
      'another runtime',
      { policy: { runtime: { name: 'crio' } } },
      /^the runtime is containerd 1\.7\.27, the policy is for crio$/,
    ],
    ['another version', { policy: { runtime: { version: '>=2' } } }, /the policy is for version >=2$/],
  ];

  it.concurrent.each(cases)('%s', async (_, given, reason) => {
    const { go, reasons, exit } = await decided(given);
    expect({ go, exit }).toEqual({ go: false, exit: 1 });
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });

  it('a violation that the result calls a matter of taste, and tests that nobody knows', async () => {
    const lenient = violated.rulings.map((each) => ({ ...each, level: 'may' }));
    const made = { contract: 'made.up.rule', level: 'must', verdict: 'held', calls: [] };
    const summary = { ...violated.summary, held: violated.summary.held + 1 };
    const { reasons, rules } = await decided({
      result: { ...violated, summary, rulings: [...lenient, made] },
      policy: { minimum: { executed: 6 } },
    });
    expect(reasons).toEqual([
      expect.stringMatching(/^sandbox\.stop\.idempotent \(MUST\) violated/),
      'only 4 contracts were executed, the policy requires 6',
    ]);
    expect(rules[1]?.notes).toEqual([
      expect.stringMatching(/^not counted, .*: image\.list\.order, made\.up\.rule$/),
    ]);
  });

  it('a regression against the baseline, of any level', async () => {
    const baseline = write(JSON.stringify(resultOf()));
    const { reasons } = await decided({
      result: resultOf({ 'image.list.order': 'violated' }),
      policy: { regressions: { max: 0, against: 'baseline' } },
      flags: ['--baseline', baseline],
    });
    expect(reasons).toEqual([
      'image.list.order held in the baseline, now violated: expected OK; got NOT_FOUND: gone',
    ]);
  });

  it('names every broken rule in the text', async () => {
    const { exit, stdout } = await gate({ result: violated, policy: { minimum: { executed: 6 } } });
    expect(stdout).toMatch(/^NO-GO: 2 of 2 rules broken: require\.must, minimum\.executed$/m);
    expect(exit).toBe(1);
  });

  it('is told, but does not fail with --warn-only', async () => {
    const { exit, stdout } = await gate({ result: violated, flags: ['--warn-only'] });
    expect(stdout).toContain('NO-GO');
    expect(exit).toBe(0);
  });

  it('is written to --verdict-file, the same as --json prints', async () => {
    const { stdout } = await gate({
      result: violated,
      flags: ['--json', '--verdict-file', bench.path('v/verdict.json')],
    });
    expect(readFileSync(bench.path('v/verdict.json'), 'utf8')).toBe(stdout);
    expect(JSON.parse(stdout)).toMatchObject({ go: false });
  });
});

describe('a policy that is refused', () => {
  const floorless = { minimum: undefined };
  const cases: readonly (readonly [why: string, rules: object, says: RegExp])[] = [
    ['without a floor', floorless, /a policy needs minimum\.executed/],
    ['with a floor of nothing', { minimum: { executed: 0 } }, /must be at least 1/],
    ['with a key misspelt', { requires: [] }, /requires: unknown key[^]*did you mean "require"\?/],
    ['with a rule that is not there yet', { bench: {} }, /bench: not yet/],
  ];

  it.concurrent.each(cases)('%s: exit 2, and the place', async (_, rules, says) => {
    const { exit, stdout, stderr } = await gate({ policy: rules });
    expect(stderr).toMatch(/\d+\.yaml:\d+:\d+: /);
    expect(stderr).toMatch(says);
    expect(stderr).toContain('[E-POLICY]');
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  });

  it('because it wants a baseline and none is given: exit 2', async () => {
    const { exit, stderr } = await gate({ policy: { regressions: { max: 0 } } });
    expect(stderr).toContain('[E-BASELINE]');
    expect(exit).toBe(2);
  });
});

describe('a runtime that lies, gated live', () => {
  it('is let in before it lies, and shut out after, with the reason', async () => {
    const lie = lies.find(({ breaks }) => breaks[0] === stop);
    if (lie === undefined) throw new Error(`no lie about ${stop}`);
    const rules = { minimum: { executed: 20 }, regressions: { max: 0, against: 'baseline' } };
    const target = (output: string): readonly string[] => [
      ...['-r', bench.path('cri.sock'), '--only', `scenario:${lie.scenario}`, '--output', bench.path(output)],
    ];
    const honest = await serveLies(bench.path('cri.sock'), () => ({}));
    const before = await bench.criprobe(['run', ...target('before'), '--json']);
    await honest.close();
    expect(before.exit).toBe(0);

    const lying = await serveLies(bench.path('cri.sock'), lie.tell);
    const asked = [
      'gate',
      '--policy',
      write(stringify(policy(rules))),
      '--baseline',
      bench.path('before'),
      ...target('after'),
    ];
    const after = await bench.criprobe([...asked, '--json']);
    await lying.close();
    const { reasons } = JSON.parse(after.stdout) as Decision;
    expect(reasons).toEqual([
      expect.stringMatching(
        /^sandbox\.stop\.idempotent \(MUST\) violated: .*: expected a repeated StopPodSandbox: OK; got NOT_FOUND: no such sandbox$/,
      ),
      expect.stringMatching(/^sandbox\.stop\.idempotent held in the baseline, now violated: /),
    ]);
    expect(after.exit).toBe(1);
  });
});
