// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { routeOf } from '#test-registry/route.js';

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
