// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { defaultPullPolicy, parseImageReference, withDefaultTag } from '#pod/image-reference.js';

const hex = 'a'.repeat(64);

it.each([
  ['box', 'docker.io/library/box', undefined, undefined],
  ['box:1', 'docker.io/library/box', '1', undefined],
  ['a/box', 'docker.io/a/box', undefined, undefined],
  ['docker.io/box', 'docker.io/library/box', undefined, undefined],
  ['index.docker.io/a/box', 'docker.io/a/box', undefined, undefined],
  ['localhost/box', 'localhost/box', undefined, undefined],
  ['Host/box', 'Host/box', undefined, undefined],
  ['r.io/box', 'r.io/box', undefined, undefined],
  ['127.0.0.1:5001/a/b:1', '127.0.0.1:5001/a/b', '1', undefined],
  [`r.io/box:1@sha256:${hex}`, 'r.io/box', '1', `sha256:${hex}`],
])('%s', (...[image, repository, tag, digest]) => {
  expect(parseImageReference(image)).toEqual({ repository, tag, digest });
});

it.each([
  ['a digest that is too short', `box@sha256:${hex.slice(1)}`],
  ['a digest in capitals', `box@sha256:${hex.toUpperCase()}`],
  ['an algorithm that nobody knows', `box@md5:${hex}`],
  ['an id', hex],
  ['a name that is too long', 'a'.repeat(256)],
  ['a tag that is too long', `box:${'a'.repeat(129)}`],
  ['a text without end', 'a/'.repeat(500_000)],
])('%s is no reference, and is left alone where it is there', (_, image) => {
  expect(parseImageReference(image)).toBeUndefined();
  expect(defaultPullPolicy(image)).toBe('IfNotPresent');
});

it.each([
  ['box', 'box:latest', 'Always'],
  ['registry:5000/a/b', 'registry:5000/a/b:latest', 'Always'],
  ['box:1', 'box:1', 'IfNotPresent'],
  ['box:latest', 'box:latest', 'Always'],
  [`box@sha256:${'a'.repeat(64)}`, `box@sha256:${'a'.repeat(64)}`, 'IfNotPresent'],
  ['box:latest@sha256:' + 'a'.repeat(64), 'box:latest@sha256:' + 'a'.repeat(64), 'Always'],
])('the image %s', (image, asked, policy) => {
  expect([withDefaultTag(image), defaultPullPolicy(image)]).toEqual([asked, policy]);
});

it.each(['UPPER:1', '127.0.0.1:5001/UPPER:1', '', 'a b', 'a:', 'a//b'])(
  '%j is no image reference',
  (image) => {
    expect(parseImageReference(image)).toBeUndefined();
  },
);
