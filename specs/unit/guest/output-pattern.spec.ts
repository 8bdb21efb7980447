// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { OutputPattern, type OutputPart } from '#guest/output-pattern.js';

const text = (said: string): OutputPart => ({ kind: 'text', text: said });
const open: OutputPart = { kind: 'open' };
const end: OutputPart = { kind: 'end' };
const number: OutputPart = { kind: 'line', shape: /^\d+$/ };

describe('OutputPattern', () => {
  it.each<readonly [string, readonly OutputPart[], { whole: readonly string[]; others: readonly string[] }]>([
    ['text', [text('a\n'), text('b\n')], { whole: ['a\nb\n'], others: ['', 'a\n', 'a\nb', 'a\nb\nc'] }],
    ['a line', [number, text('x')], { whole: ['12\nx'], others: ['x', 'a\nx', '12x', '\nx'] }],
    [
      'anything',
      [text('a'), open, text('z')],
      { whole: ['az', 'abcz', 'azz'], others: ['a', 'z', 'abc', 'azb'] },
    ],
    [
      'anything and a line',
      [open, number],
      { whole: ['1\n', 'a\n1\n', '1\n2\n'], others: ['a\n', 'a1\n', ''] },
    ],
    ['an early end', [text('a'), end, text('b')], { whole: ['a', 'ab'], others: ['', 'b', 'abb'] }],
    [
      'perhaps more',
      [text('a'), { kind: 'perhaps', parts: [text('b'), number] }, text('c')],
      { whole: ['ac', 'ab7\nc'], others: ['abc', 'a7\nc', 'a'] },
    ],
    ['nothing', [], { whole: [''], others: ['a'] }],
  ])('takes %s as it is', (_, parts, { whole, others }) => {
    const pattern = new OutputPattern(parts);
    expect(whole.filter((said) => !pattern.isWhole(said))).toEqual([]);
    expect(others.filter((said) => pattern.isWhole(said))).toEqual([]);
  });

  it('takes every beginning of what it takes as a whole', () => {
    const pattern = new OutputPattern([text('ab\n'), number, open, text('end\n')]);
    const said = 'ab\n12\nsome text\nend\n';
    for (let length = 0; length <= said.length; length++)
      expect(pattern.isBeginning(said.slice(0, length))).toBe(true);
    expect(['b', 'ab\nx\n', 'ba'].some((other) => pattern.isBeginning(other))).toBe(false);
  });

  it('needs no more time for a hostile text than for any other', () => {
    const parts = Array.from({ length: 20 }, () => [open, text('a')]).flat();
    const began = performance.now();
    new OutputPattern([...parts, text('b')]).isWhole('a'.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('is exact where nothing is left open', () => {
    expect(new OutputPattern([text('a'), text('b')]).exact).toBe('ab');
    expect(new OutputPattern([]).exact).toBe('');
    expect(new OutputPattern([text('a'), end]).exact).toBeUndefined();
    expect(new OutputPattern([text('a')], new Set(['b'])).exact).toBeUndefined();
  });

  it('can be read', () => {
    expect(new OutputPattern([text('a\n'), open, end]).toString()).toBe('"a\\n" (any text) ');
    expect(new OutputPattern([]).toString()).toBe('""');
  });
});
