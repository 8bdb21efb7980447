// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { fuzzed } from '../support/forging-proxy/fuzzed.js';

const kept = JSON.parse(
  readFileSync(new URL('../fixtures/fuzz-seeds.json', import.meta.url), 'utf8'),
) as readonly number[];
const asked = process.env['CRIPROBE_FUZZ_SEEDS'];
const usual = Array.from({ length: 20 }, (_, nth) => nth + 1);
/** `1000-1999`, `7,8,9` or both. What has failed before is always tried again. */
const seeds = [
  ...new Set([
    ...(asked === undefined ? usual : asked.split(',').flatMap(range)),
    ...(asked === undefined ? kept : []),
  ]),
];

function range(text: string): readonly number[] {
  const [first = NaN, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
}

const atOnce = pLimit(Number(process.env['CRIPROBE_FUZZ_JOBS'] ?? 4));
jest.setTimeout(24 * 3_600_000);

it.concurrent.each(seeds)('a runtime that answers wrong, seed %i: no harm is done', (seed) =>
  atOnce(async () => {
    const { harm, left, replay } = await fuzzed(seed);
    expect({ harm, left, replay }).toEqual({ harm: [], left: [], replay });
  }),
);
