// SPDX-License-Identifier: Apache-2.0
import { beforeAll, expect, it } from '@jest/globals';
import { census, leftSince } from '../../../scripts/census.mjs';
import { makeSharedPlaces } from '../../../scripts/shared-places.mjs';

/** Says so of all that goes before it in a describe block, side by side: by a census before the first and after the last. */
export function leavesNothing(): void {
  let before: ReadonlySet<string> = new Set();
  let putBack = (): void => undefined;
  beforeAll(() => {
    before = census();
    putBack = makeSharedPlaces();
  });
  it('leaves nothing of all that on the machine', async () => {
    putBack();
    expect(await leftSince(before)).toEqual([]);
  });
}
