// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { parseRepositoryPath } from '#test-registry/repository-path.js';

describe('paths of repositories', () => {
  it('end in the image', () => {
    const plain = { guard: undefined, fault: undefined, own: false };
    expect(parseRepositoryPath('box')).toEqual({ image: 'box', ...plain });
    expect(parseRepositoryPath('criprobe-7f3a/s12/box')).toEqual({ image: 'box', ...plain });
    expect(parseRepositoryPath('faults')).toEqual({ image: 'faults', ...plain });
  });

  it('name a guard, a fault and how long it lasts', () => {
    expect(parseRepositoryPath('run/private/token/faults/429x2/box')).toEqual({
      image: 'box',
      guard: 'token',
      fault: { kind: '429', times: 2 },
      own: true,
    });
    expect(parseRepositoryPath('private/box').guard).toBe('basic');
    expect(parseRepositoryPath('private/basic/box').guard).toBe('basic');
    expect(parseRepositoryPath('faults/wrong-digest/x/box').fault).toEqual({
      kind: 'wrong-digest',
      times: Infinity,
    });
    expect(parseRepositoryPath('faults/unheard-of/box').fault).toBeUndefined();
    expect(parseRepositoryPath('run/own/box')).toMatchObject({ fault: undefined, own: true });
  });
});
