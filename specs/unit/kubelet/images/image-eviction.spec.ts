// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { belowRegistry } from '#kubelet/images/image-collector-of.js';
import {
  bytesToFree,
  evictable,
  kubeletImageLimits,
  type SeenImage,
} from '#kubelet/images/image-eviction.js';

it.each([
  ['84 %', 1000, 160, 0],
  ['85 %', 1000, 150, 50],
  ['87 %', 1000, 130, 70],
  ['a rest counts as used', 1000, 159, 41],
  ['full', 1000, 0, 200],
  ['more free than there is', 1000, 2000, 0],
  ['no capacity', 0, 0, undefined],
])('a disk that is used by %s', (...[, capacityBytes, availableBytes, expected]) => {
  expect(bytesToFree({ capacityBytes, availableBytes }, kubeletImageLimits)).toBe(expected);
});

const nowMs = 1_000_000;

function seen(id: string, more: Partial<SeenImage> = {}): SeenImage {
  return { id, sizeBytes: 1, pinned: false, firstSeenMs: 0, ...more };
}

it.each<[string, readonly SeenImage[], readonly string[]]>([
  ['nothing', [], []],
  ['unused', [seen('a')], ['a']],
  ['in use', [seen('used')], []],
  ['used just now', [seen('a', { lastUsedMs: nowMs })], []],
  ['pinned', [seen('a', { pinned: true })], []],
  [
    'too young',
    [seen('a', { firstSeenMs: nowMs - 119_999 }), seen('b', { firstSeenMs: nowMs - 120_000 })],
    ['b'],
  ],
  [
    'least recently used first',
    [seen('a', { lastUsedMs: 20 }), seen('b', { lastUsedMs: 10 }), seen('c')],
    ['c', 'b', 'a'],
  ],
  ['then the one seen first', [seen('a', { firstSeenMs: 2 }), seen('b', { firstSeenMs: 1 })], ['b', 'a']],
])('removable images: %s', (_, images, expected) => {
  const found = evictable(images, { inUse: new Set(['used']), nowMs, minAgeMs: 120_000 });
  expect(found.map(({ id }) => id)).toEqual(expected);
});

const digest = `@sha256:${'a'.repeat(64)}`;

it.each([
  ['below', ['h:1/run/a:1'], [`h:1/run/a${digest}`], true],
  ['another run whose name begins the same', ['h:1/runner/a:1'], [], false],
  ['one tag elsewhere', ['h:1/run/a:1', 'docker.io/a:1'], [], false],
  ['one digest elsewhere', ['h:1/run/a:1'], [`docker.io/a${digest}`], false],
  ['no tag', [], [`h:1/run/a${digest}`], false],
  ['no name at all', [], [], false],
])('an image of the run: %s', (...[, repo_tags, repo_digests, expected]) => {
  expect(belowRegistry('h:1/run')({ repo_tags, repo_digests })).toBe(expected);
  expect(belowRegistry('h:1/run/')({ repo_tags, repo_digests })).toBe(expected);
  expect(belowRegistry('')({ repo_tags, repo_digests })).toBe(false);
});
