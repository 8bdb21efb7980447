// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { ManifestCounts } from '#test-registry/manifest-counts.js';

it('goes on counting the repositories that it knows when there are too many', () => {
  const counts = new ManifestCounts();
  for (let nth = 0; nth < 3000; nth++) counts.note(`/v2/own/${nth}/manifests/1`, `own/${nth}`);
  counts.note('/v2/own/7/manifests/1', 'own/7');
  expect(counts.of('own/7')).toBe(2);
  expect(counts.of('own/2999')).toBeUndefined();
});
