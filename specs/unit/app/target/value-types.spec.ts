// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { valueTypes } from '#app/target/value-types.js';
import { Failure } from '#base/failure.js';

const { minor, count, number, list, each, formats } = valueTypes;

describe('what an argument is read as', () => {
  it.each(['1.19', '1.38', '1.3', '37', 'v1.37', '1.37.1', ''])('is no kubelet: %p', (text) => {
    expect(minor.read?.(text, undefined)).toBeUndefined();
  });

  it.each(['1.20', '1.28', '1.37'])('is a kubelet: %p', (text) => {
    expect(minor.read?.(text, undefined)).toBe(text);
  });

  it('is a whole number', () => {
    expect([count.read?.('3', undefined), number.read?.('0', undefined)]).toEqual([3, 0]);
    for (const text of ['0', '-1', '1.5', 'x', ' ']) expect(count.read?.(text, undefined)).toBeUndefined();
    expect(number.read?.('', undefined)).toBeUndefined();
  });

  it('adds to what the flag said before', () => {
    expect(list.read?.('b,,c', ['a'])).toEqual(['a', 'b', 'c']);
    expect(each.read?.('b,c', ['a'])).toEqual(['a', 'b,c']);
    expect(formats.read?.('json,none', ['html'])).toEqual(['html', 'json']);
  });

  it('is a report format that there is', () => {
    expect(() => formats.read?.('json,xlm', undefined)).toThrow(Failure);
  });
});
