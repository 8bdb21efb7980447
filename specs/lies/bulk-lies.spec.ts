// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { bulkLies, notFound } from '../support/lies/bulk/all.js';
import { atOnceLies } from '../support/lies/bulk/at-once.js';
import { together } from '../support/lies/bulk/bulk-lie.js';
import { foundBy } from '../support/lies/bulk/found-by.js';
import { incumbentLies } from '../support/lies/bulk/incumbent-lies.js';
import { playBulkLie } from '../support/lies/bulk/play-bulk-lie.js';
import { tellEachAlone } from '../support/lies/bulk/spec-of-bulk-lies.js';
import { withLiars } from '../support/lie-patience.js';

jest.setTimeout(600_000);

it('declares every lie once, and nothing else', () => {
  const ids = bulkLies.map(({ id }) => id);
  expect([...Object.keys(foundBy), ...Object.keys(notFound)].sort()).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(bulkLies.filter(({ id }) => /^M\d\d$/.test(id))).toHaveLength(40);
  expect(atOnceLies).toHaveLength(23);
  expect(Object.values(foundBy).filter((contracts) => contracts.length === 0)).toEqual([]);
});

it.concurrent('is found out in at least 23 ways by a runtime that tells all at once', async () => {
  const lie = {
    id: 'at-once',
    says: 'all of them',
    tell: together(...atOnceLies.map(({ tell }) => tell)),
    scenarios: [...new Set(atOnceLies.flatMap(({ scenarios }) => scenarios))],
  };
  const { violated, told } = await playBulkLie(lie, withLiars);
  expect(violated.length).toBeGreaterThanOrEqual(atOnceLies.length);
  expect(told).toBeGreaterThan(0);
});

tellEachAlone([...atOnceLies, ...incumbentLies]);
