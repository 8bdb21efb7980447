// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { changedFields, textOf } from '#contracts/judging/unchanged.js';

interface TestStatus {
  readonly pinned?: boolean;
  readonly size?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

it.each<[string, readonly [TestStatus, TestStatus], readonly string[]]>([
  ['a default that only one answer spells out', [{ pinned: false, size: '0' }, {}], []],
  ['a value that is gone', [{ pinned: true }, {}], ['pinned']],
  ['a value that is at its default now', [{ size: '7' }, { size: '0' }], ['size']],
  ['the order of a map', [{ labels: { a: '1', b: '2' } }, { labels: { b: '2', a: '1' } }], []],
  ['a label that is empty now', [{ labels: { a: '0' } }, { labels: { a: '' } }], ['labels']],
])('sees what changed: %s', (_, [before, after], changed) => {
  expect(changedFields(before, after, ['pinned', 'size', 'labels'])).toEqual(changed);
});

it('shows a default as none', () => {
  expect(textOf<TestStatus>({ pinned: false }, ['pinned', 'size'])).toBe('pinned none, size none');
});
