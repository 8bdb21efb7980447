// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { hashNoteOf, OtherIds } from '#guard/other-ids.js';

it('are known again by what is noted of them: ids as they are, names of images by their hash', () => {
  const long = 'x'.repeat(200);
  const others = new OtherIds(['id', hashNoteOf('their.registry/app:1'), hashNoteOf(long)]);
  expect(['id', 'their.registry/app:1', long].map((id) => others.has(id))).toEqual([true, true, true]);
  expect(['i', 'their.registry/app', 'y'.repeat(200)].map((id) => others.has(id))).toEqual([
    false,
    false,
    false,
  ]);
});
