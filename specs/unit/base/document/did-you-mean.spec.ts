// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { didYouMean } from '#base/document/did-you-mean.js';

describe('didYouMean', () => {
  it.each([
    ['conatiner', 'container'],
    ['CONTAINER', 'container'],
    ['sandboxx', 'sandbox'],
  ])('%s: %s', (word, meant) => {
    expect(didYouMean(word, ['sandbox', 'container'])).toBe(meant);
  });

  it('is silent when nothing is near', () => {
    expect(didYouMean('elephant', ['sandbox', 'container'])).toBeUndefined();
    expect(didYouMean('sandbox', [])).toBeUndefined();
  });

  it('does not replace every letter of a short word', () => {
    expect(didYouMean('ab', ['xy'])).toBeUndefined();
    expect(didYouMean('ab', ['ax'])).toBe('ax');
  });
});
