// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import {
  counter,
  disagreement,
  gauge,
  lostTime,
  onDisk,
  type Quantity,
} from '#contracts/occasions/stats/quantities.js';

it('lets a counter grow a little, and never fall', () => {
  const agree = counter(100n);
  expect([agree(5n, 5n), agree(5n, 110n), agree(0n, 100n)]).toEqual([true, true, true]);
  expect([agree(5n, 4n), agree(5n, 111n), agree(472n, 472n * 1024n + 1n)]).toEqual([false, false, false]);
});

it('lets a gauge go both ways, not far', () => {
  const agree = gauge(10n);
  expect([agree(100n, 140n), agree(140n, 100n), agree(0n, 20n)]).toEqual([true, true, true]);
  expect([agree(100n, 1000n), agree(1000n, 100n), agree(1000n, 0n)]).toEqual([false, false, false]);
});

it('lets a layer grow while mount points are made in it, and not vanish', () => {
  const agree = onDisk(64n);
  expect([agree(1n, 5n), agree(5n, 5n), agree(0n, 0n)]).toEqual([true, true, true]);
  expect([agree(5n, 0n), agree(8n, 8193n)]).toEqual([false, false]);
});

it('names the first number that is told no more, and none that was never told', () => {
  type Stats = Readonly<Record<'a' | 'b', { readonly value: string } | undefined>>;
  const quantities = (['a', 'b'] as const).map((name): Quantity<Stats> => ({
    name,
    of: (stats) => stats[name],
    agree: gauge(0n),
  }));
  const told = { a: undefined, b: { value: '7' } };
  expect(disagreement(quantities, told, told)).toBeUndefined();
  expect(disagreement(quantities, { a: undefined, b: undefined }, told)).toBeUndefined();
  expect(disagreement(quantities, told, { a: { value: '1' }, b: undefined })).toEqual({
    expected: 'b near the 7 that was told before',
    actual: '0',
  });
});

it('names a group that lost its time, and none that never had one', () => {
  const [timed, untimed] = [{ cpu: { timestamp: '9' } }, { cpu: {} }];
  expect(lostTime(timed, timed)).toBeUndefined();
  expect(lostTime(untimed, timed)).toBeUndefined();
  expect(lostTime(timed, untimed)).toEqual({
    expected: 'cpu.timestamp, as in the statistics before',
    actual: 'none',
  });
});
