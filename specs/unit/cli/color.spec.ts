// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { wantsColor } from '#cli/color.js';

describe('wantsColor', () => {
  it.each([
    ['a terminal', [{}, {}, true], true],
    ['a pipe', [{}, {}, false], false],
    ['a dumb terminal', [{}, { TERM: 'dumb' }, true], false],
    ['NO_COLOR', [{}, { NO_COLOR: '1' }, true], false],
    ['an empty NO_COLOR', [{}, { NO_COLOR: '' }, true], true],
    ['FORCE_COLOR', [{}, { FORCE_COLOR: '1' }, false], true],
    ['FORCE_COLOR=0', [{}, { FORCE_COLOR: '0' }, true], false],
    ['--color always', [{ color: 'always' }, { NO_COLOR: '1' }, false], true],
    ['--no-color', [{ color: false }, { FORCE_COLOR: '1' }, true], false],
  ] as const)('with %s', (_, [flags, env, isTty], wanted) => {
    expect(wantsColor(flags, env, isTty)).toBe(wanted);
  });
});
