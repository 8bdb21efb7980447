// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { compareResults } from '#compare/compare-results.js';
import { decide } from '#policy/decide.js';
import { parsePolicy } from '#policy/parse-policy.js';
import { renderComparisonMarkdown } from '#report/compare-markdown.js';
import { renderComparison } from '#report/compare-terminal.js';
import { renderGate } from '#report/gate-terminal.js';
import { noColour } from '#report/palette.js';
import { renderTerminal } from '#report/terminal.js';
import { exitCodeOf, verdictOf } from '#results/verdict-of.js';
import { aResult, clean, mixed, ruling, texts } from '../compare/sample.js';
import { header } from './header.js';

describe('renderTerminal', () => {
  const text = renderTerminal(mixed, {
    texts,
    header,
    evidenceFile: 'out/evidence.jsonl',
    targetFlags: '--managed reference',
  });

  it('tells all of a violated contract', () => {
    const story = text.slice(text.indexOf('✗ violated'), text.indexOf('? undecided'));
    for (const part of [
      'sandbox.stop.idempotent  MUST',
      'Stopping a stopped sandbox succeeds',
      'expected     an empty answer to the second StopPodSandbox',
      'actual       NOT_FOUND',
      'scenario     pod.lives',
      'consequence  A kubelet would',
      'evidence     out/evidence.jsonl, calls 41, 44',
      'reproduce    criprobe run --only sandbox.stop.idempotent --managed reference',
      'details      criprobe explain sandbox.stop.idempotent',
    ]) {
      expect(story).toContain(part);
    }
  });

  it('is silent on what held and ends in the verdict', () => {
    expect(text).not.toContain('sandbox.run.ready');
    expect(text.trimEnd().split('\n').slice(-3)).toEqual([
      'held 2 · violated 2 · undecided 1 · unexercised 1 · unsupported 1 · 2 scenarios in 1.8 s',
      'MUST 2 of 4 held · SHOULD 0 of 1 held',
      'NOT CONFORMANT: 1 must contract violated; could not tell for 1 must contract',
    ]);
  });

  it('lets no control character of a runtime through', () => {
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text).toContain(String.raw`\x00\x1b[31m`);
  });

  it('paints by what it is given', () => {
    const loud = { ...noColour, red: (word: string) => `<red>${word}</red>` };
    expect(renderTerminal(mixed, { texts, palette: loud })).toContain('<red>✗ violated</red>');
  });

  it('says little of a known one, and quotes what a shell would take apart', () => {
    const known = new Set(['sandbox.stop.idempotent']);
    expect(renderTerminal(mixed, { texts, known })).not.toContain('NOT_FOUND');
    const odd = aResult([ruling('a b.c', 'violated')]);
    expect(renderTerminal(odd, { texts })).toContain("--only 'a b.c' --runtime-endpoint unix:///run/c.sock");
  });
});

describe('what one event left undecided', () => {
  const stuck = { scenario: 'pod.lives', reason: 'the scenario got stuck: interrupted' };
  const cut = aResult([
    ruling('sandbox.run.ready', 'undecided', stuck),
    ruling('sandbox.stop.idempotent', 'undecided', stuck),
    ruling('image.pull.digest', 'undecided', { ...stuck, reason: 'no answer' }),
  ]);

  it('is told once', () => {
    const text = renderTerminal(cut, { texts });
    expect(text.match(/^\? undecided .*$/gmu)).toEqual([
      '? undecided  image.pull.digest  MUST',
      '? undecided  2 contracts  2 MUST',
    ]);
    expect(text).toContain('contracts    sandbox.run.ready, sandbox.stop.idempotent');
    expect(text).toContain('reproduce    criprobe run --only scenario:pod.lives ');
  });

  it('keeps a known one apart', () => {
    const known = new Set(['sandbox.run.ready']);
    expect(renderTerminal(cut, { texts, known })).toContain('? undecided  sandbox.run.ready  MUST  known');
  });
});

describe('verdictOf and exitCodeOf', () => {
  const should = aResult([ruling('sandbox.run.ready', 'held'), ruling('stats.cpu.moves', 'violated')]);
  const unsure = aResult([ruling('sandbox.run.ready', 'undecided'), ruling('image.pull.digest', 'held')]);
  const idle = aResult([ruling('sandbox.run.ready', 'unexercised')]);
  const partly = aResult([ruling('sandbox.run.ready', 'unexercised'), ruling('image.pull.digest', 'held')]);
  const onlyShould = aResult([ruling('stats.cpu.moves', 'held'), ruling('sandbox.run.ready', 'unsupported')]);

  it.each([
    { name: 'clean', result: clean, sentence: 'CONFORMANT: 4 of 4 must contracts held', exit: 0 },
    {
      name: 'a MUST violated',
      result: mixed,
      sentence: 'NOT CONFORMANT: 1 must contract violated; could not tell for 1 must contract',
      exit: 1,
    },
    {
      name: 'a SHOULD violated',
      result: should,
      sentence: 'CONFORMANT: 1 of 1 must contract held; 1 should contract violated',
      exit: 0,
    },
    {
      name: 'a MUST undecided',
      result: unsure,
      sentence: 'UNDECIDED: could not tell for 1 must contract',
      exit: 1,
    },
    { name: 'nothing ran', result: idle, sentence: 'NO VERDICT: no contract was put to the test', exit: 5 },
    {
      name: 'a MUST without occasion',
      result: partly,
      sentence: 'INCOMPLETE: 1 of 2 must contracts held; no occasion for 1 must contract',
      exit: 5,
    },
    {
      name: 'no MUST ran',
      result: onlyShould,
      sentence: 'NO VERDICT: no must contract was put to the test',
      exit: 0,
    },
  ])('$name', ({ result, sentence, exit }) => {
    expect(verdictOf(result).sentence).toBe(sentence);
    expect(exitCodeOf(result)).toBe(exit);
  });

  it('follows its options', () => {
    expect(exitCodeOf(should, { failOn: 'should' })).toBe(1);
    expect(exitCodeOf(mixed, { failOn: 'none' })).toBe(0);
    expect(exitCodeOf(idle, { passWithNoTests: true })).toBe(0);
    expect(exitCodeOf(unsure, { known: new Set(['sandbox.run.ready']) })).toBe(0);
  });
});

describe('renderGate', () => {
  const policy = parsePolicy(
    'apiVersion: criprobe/v1\nkind: GatePolicy\nrequire: [{profile: core, level: must, result: success}]\nminimum: {executed: 1}',
    'p.yaml',
  );

  it('names each rule and each reason, and the decision', () => {
    const input = { result: mixed, today: '2026-11-20', catalogue: texts };
    const text = renderGate(decide(policy, input), { ...input, policyFile: 'p.yaml' });
    expect(text).toContain('policy     p.yaml (2 rules)');
    expect(text).toContain(' ✗ profile core: every MUST contract held   2 of 4 held');
    expect(text).toContain('— sandbox.stop.idempotent (MUST) violated');
    expect(text).toContain(' ✓ at least 1 contracts executed');
    expect(text).toContain('NO-GO: 1 of 2 rules broken: require.must');
  });

  it('says GO', () => {
    const input = { result: clean, today: '2026-11-20' };
    expect(renderGate(decide(policy, input), { ...input, policyFile: 'p.yaml' })).toContain(
      'GO: all 2 rules kept',
    );
  });
});

describe('renderComparison', () => {
  const comparison = compareResults([
    { name: 'old', result: clean },
    { name: 'new', result: mixed },
  ]);

  it('prints the matrix, what diverges and what that means', () => {
    const text = renderComparison(comparison, { failOn: 'must' });
    expect(text).toMatch(/^container\.exit\.code +MUST +✓ +\? +differs$/mu);
    expect(text).toMatch(/^sandbox\.run\.ready +MUST +✓ +✓$/mu);
    expect(text).toContain('new  ? undecided: ContainerStatus was never answered');
    expect(text).toContain('agree on 2 of 7 contracts; 2 divergent at --fail-on must');
  });

  it('prints Markdown that nobody else can mark up', () => {
    const text = renderComparisonMarkdown(comparison, { failOn: 'must' });
    expect(text).toContain('| container.exit.code | MUST | ✓ held | ? undecided<br>');
    expect(text).not.toContain('<b>gone');
  });
});
