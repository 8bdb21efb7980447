// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { restrictionsOfOurs } from '#host/capabilities.js';

const statusWith = (effective: string, bounding: string, flags = '0'): string =>
  `CapEff:\t${effective}\nCapBnd:\t${bounding}\nNoNewPrivs:\t${flags}\nSeccomp:\t${flags === '0' ? 0 : 2}\n`;

const all = '000001ffffffffff';

describe('restrictionsOfOurs', () => {
  it('names nothing that we may and can', () => {
    expect(restrictionsOfOurs(statusWith(all, all))).toEqual([]);
  });

  it('names capabilities that nobody here can have, and the one we need ourselves', () => {
    expect(restrictionsOfOurs(statusWith('0', all))).toEqual(['CAP_SYS_RESOURCE']);
    expect(restrictionsOfOurs(statusWith('000001fffeffffff', '000001fffeff7fff'))).toEqual([
      'CAP_SYS_RESOURCE',
      'CAP_IPC_OWNER',
    ]);
  });

  it('names what every process inherits', () => {
    expect(restrictionsOfOurs(statusWith(all, all, '1'))).toEqual([
      'new privileges',
      'unfiltered system calls',
    ]);
  });

  it('names nothing if nothing can be read', () => {
    expect(restrictionsOfOurs('')).toEqual([]);
  });
});
