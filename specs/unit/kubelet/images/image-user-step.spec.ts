// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { imageUserStep } from '#kubelet/images/image-user-step.js';
import { container } from '../decide/statuses.js';
import { PullingNode, syncOf } from './pulling-node.js';

let node: PullingNode;
beforeEach(() => {
  node = new PullingNode();
});
afterEach(() => node.end());

const image = { id: 'i', size: '1' };
const nobody = { value: { uid: undefined, username: '' } };
const problem = { problem: { reason: 'CreateContainerConfigError', container: 'a' } };

it.each<[string, object, object]>([
  ['a number', { ok: true, response: { image: { ...image, uid: { value: '7' } } } }, { value: { uid: 7 } }],
  ['a name', { ok: true, response: { image: { ...image, username: 'n' } } }, { value: { username: 'n' } }],
  ['neither', { ok: true, response: { image } }, nobody],
  ['no image', { ok: true, response: {} }, nobody],
  ['an image without an id', { ok: true, response: { image: { size: '1' } } }, problem],
  ['an error', { ok: false, code: 'NOT_FOUND', message: 'gone' }, problem],
])('the user of an image: %s', async (_, answer, expected) => {
  node.status = () => answer;
  expect(await imageUserStep(syncOf(node.ctx()), container('a', { image: 'box' }))).toMatchObject(expected);
  expect(node.calls).toEqual([{ rpc: 'ImageStatus', request: { image: { image: 'box' } } }]);
});
