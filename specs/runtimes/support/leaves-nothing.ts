// SPDX-License-Identifier: Apache-2.0
import { beforeAll, expect, it } from '@jest/globals';
import { census, leftSince } from '../../../scripts/census.mjs';

/** Says so of all that goes before it in a describe block, side by side: by a census before the first and after the last. */
export function leavesNothing(): void {
  let before: ReadonlySet<string> = new Set();
  beforeAll(() => {
    before = census();
  });
  it('leaves nothing of all that on the machine', async () => {
    expect(await leftSince(before)).toEqual([]);
  });
}
