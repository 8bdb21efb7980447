// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { byteRange } from '#test-registry/byte-range.js';
import { parseRepositoryPath } from '#test-registry/repository-path.js';
import { routeOf } from '#test-registry/route.js';

describe('byte ranges', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 4 }],
    ['bytes=4-', { start: 4, end: 10 }],
    ['bytes=8-99', { start: 8, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-30', { start: 0, end: 10 }],
    ['bytes=10-', 'outside'],
    ['bytes=5-4', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('%s of ten bytes', (header, wanted) => {
    expect(byteRange(header, 10)).toEqual(wanted);
  });
});

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

describe('routes', () => {
  it.each([
    ['/v2/', { kind: 'root' }],
    ['/v2', { kind: 'root' }],
    ['/token', { kind: 'token' }],
    ['/v2/a/b/manifests/1', { kind: 'manifest', name: 'a/b', reference: '1' }],
    ['/v2/a/blobs/sha256:12', { kind: 'blob', name: 'a', digest: 'sha256:12' }],
    ['/v2/a/manifests/tags/list', { kind: 'tags', name: 'a/manifests' }],
    ['/v2/a/tags/other', { kind: 'unknown' }],
    ['/v2/manifests/1', { kind: 'unknown' }],
    ['/v1/a', { kind: 'unknown' }],
    ['/', { kind: 'unknown' }],
  ])('%s', (path, wanted) => {
    expect(routeOf(path)).toEqual(wanted);
  });
});
