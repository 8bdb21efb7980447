// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import {
  compareResults,
  divergences,
  featureDifferences,
  type NamedResult,
  exitOfComparison,
} from '#compare/compare-results.js';
import type { VerdictKind } from '#contracts/verdict.js';
import { comparisonJson, comparisonSchema } from '#compare/comparison-json.js';
import { differencesBetween } from '#compare/differences.js';
import { renderComparison } from '#report/compare-terminal.js';
import { aResult, clean, mixed, ruling } from './sample.js';

const both = compareResults([
  { name: 'a', result: clean },
  { name: 'b', result: mixed },
]);

describe('compareResults', () => {
  it('finds the contracts whose verdicts differ, by level', () => {
    const ids = (failOn: 'must' | 'should' | 'any' | 'none'): readonly string[] =>
      divergences(both, failOn).map(({ contract }) => contract);
    expect(ids('none')).toEqual([]);
    expect(ids('must')).toEqual(['container.exit.code', 'sandbox.stop.idempotent']);
    expect(ids('should')).toHaveLength(3);
    expect(ids('any')).toHaveLength(4);
  });

  it('does not call a contract divergent that only one side knows', () => {
    const one = aResult([ruling('image.pull.digest', 'held')]);
    const comparison = compareResults([
      { name: 'a', result: one },
      { name: 'b', result: clean },
    ]);
    expect(divergences(comparison)).toEqual([]);
    const entry = comparisonJson(comparison, { failOn: 'any' }).contracts.find(
      ({ contract }) => contract === 'sandbox.run.ready',
    );
    expect(entry?.verdicts).toEqual({ b: 'held' });
  });

  it.each([
    ['held', 'unsupported', 'feature'],
    ['unexercised', 'unsupported', 'feature'],
    ['violated', 'unsupported', 'divergent'],
    ['undecided', 'unsupported', 'divergent'],
    ['held', 'unexercised', 'divergent'],
    ['unsupported', 'unsupported', 'same'],
  ] as const)('%s beside %s: %s', (one, other, difference) => {
    const side = (name: string, verdict: VerdictKind): NamedResult => ({
      name,
      result: aResult([ruling('image.list.order', verdict), ruling('sandbox.run.ready', 'held')]),
    });
    const comparison = compareResults([side('a', one), side('b', other)]);
    expect(divergences(comparison)).toHaveLength(difference === 'divergent' ? 1 : 0);
    expect(featureDifferences(comparison)).toHaveLength(difference === 'feature' ? 1 : 0);
    expect(exitOfComparison(comparison, { failOn: 'any' })).toBe(difference === 'divergent' ? 1 : 0);
    const asked = exitOfComparison(comparison, { failOn: 'any', features: true });
    expect(asked).toBe(difference === 'same' ? 0 : 1);
  });

  it('takes the stricter level when two suites disagree', () => {
    const [entry] = compareResults([
      { name: 'a', result: aResult([ruling('image.list.order', 'held', { level: 'may' })]) },
      { name: 'b', result: aResult([ruling('image.list.order', 'violated', { level: 'must' })]) },
    ]).contracts;
    expect(entry?.level).toBe('must');
  });

  it('takes many contracts', () => {
    const result = aResult(Array.from({ length: 150_000 }, (_, at) => ruling(`x.y${at}`, 'held')));
    const comparison = compareResults([
      { name: 'a', result },
      { name: 'b', result },
    ]);
    expect(renderComparison(comparison, { failOn: 'any' })).toContain('agree on 150000 of 150000 contracts');
  });

  it('refuses one target and two of the same name', () => {
    const side = { name: 'a', result: clean };
    expect(() => compareResults([side])).toThrow('at least two');
    expect(() => compareResults([side, side])).toThrow('called "a"');
  });
});

describe('exitOfComparison', () => {
  it('is negative only at the level asked for, and never ok when one side ran nothing', () => {
    expect(exitOfComparison(both, { failOn: 'must' })).toBe(1);
    expect(exitOfComparison(both, { failOn: 'none' })).toBe(0);
    const idle = aResult([ruling('image.list.order', 'unexercised')]);
    const comparison = compareResults([
      { name: 'a', result: clean },
      { name: 'b', result: idle },
    ]);
    expect(exitOfComparison(comparison, { failOn: 'must' })).toBe(5);
  });
});

describe('comparisonJson', () => {
  it('is what its schema says and carries the reasons of the divergent', () => {
    const json = comparisonJson(both, { failOn: 'must' });
    expect(comparisonSchema.parse(JSON.parse(JSON.stringify(json)))).toEqual(json);
    expect(json.ok).toBe(false);
    expect(json.divergent.find(({ contract }) => contract === 'container.exit.code')).toEqual({
      contract: 'container.exit.code',
      level: 'must',
      verdicts: { a: 'held', b: 'undecided' },
      reasons: { b: { reason: 'ContainerStatus was never answered' } },
    });
    expect(json.divergent.find(({ contract }) => contract === 'container.exit.reason')?.reasons).toEqual({
      b: { expected: 'OOMKilled', actual: 'Error' },
    });
    expect(comparisonJson(both, { failOn: 'none' }).ok).toBe(true);
  });
});

describe('differences', () => {
  it('puts each contract in one list', () => {
    const found = differencesBetween(clean, mixed);
    expect(found.regressed.map(({ contract }) => contract)).toEqual([
      'sandbox.stop.idempotent',
      'container.exit.code',
      'container.exit.reason',
    ]);
    expect(found.changed.map(({ contract }) => contract)).toEqual(['image.list.order', 'stats.cpu.moves']);
    expect(differencesBetween(mixed, clean).fixed).toHaveLength(3);
  });

  it('names what only one of them has', () => {
    const less = aResult([ruling('image.pull.digest', 'held')]);
    const more = aResult([ruling('sandbox.run.ready', 'held')]);
    const { added, removed, regressed } = differencesBetween(less, more);
    expect([added, removed, regressed].map((list) => list.length)).toEqual([1, 1, 0]);
  });
});
