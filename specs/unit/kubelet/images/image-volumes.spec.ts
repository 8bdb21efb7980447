// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { imageVolumeProblem, imageVolumesOf, pulledImages } from '#kubelet/images/image-volumes.js';
import { container } from '../decide/statuses.js';
import { PullingNode, syncOf } from './pulling-node.js';

let node: PullingNode;
beforeEach(() => {
  node = new PullingNode();
});
afterEach(() => node.end());

const volumes = [
  { name: 'bad', image: { reference: 'r/bad:1' } },
  { name: 'dir', emptyDir: {} },
  { name: 'good', image: { reference: 'r/good:1', pullPolicy: 'IfNotPresent' as const } },
  { name: 'wrong', image: { reference: 'UPPER' } },
];
const mounting = (name: string) => container('a', { volumeMounts: [{ name, mountPath: '/v' }] });

it('pulls them in order, once per sync, whatever becomes of one', async () => {
  node.pull = ({ image }) => (image?.image === 'r/bad:1' ? { code: 'UNKNOWN', message: 'no' } : undefined);
  const sync = syncOf(node.ctx(), { volumes });
  const config = {};
  const found = await imageVolumesOf(sync, config);
  expect(await imageVolumesOf(sync, config)).toBe(found);
  expect([...pulledImages(found)]).toEqual([['good', 'sha256:r/good:1']]);
  expect(node.said).toEqual([
    ...['ImageStatus r/bad:1', 'PullImage r/bad:1'],
    ...['ImageStatus r/good:1', 'PullImage r/good:1', 'ImageStatus r/good:1'],
  ]);
  expect(
    ['bad', 'dir', 'good', 'wrong'].map((name) => imageVolumeProblem(mounting(name), found)?.reason),
  ).toEqual(['ErrImagePull', undefined, undefined, 'InvalidImageName']);
  expect(imageVolumeProblem(mounting('bad'), found)).toMatchObject({ container: 'a', message: 'no' });
});

it('asks again in the next sync, and waits after a failure', async () => {
  node.pull = () => ({ code: 'UNKNOWN', message: 'no' });
  const sync = syncOf(node.ctx(), { volumes: volumes.slice(0, 1) });
  await imageVolumesOf(sync, {});
  const again = await imageVolumesOf(sync, {});
  expect(again.get('bad')).toMatchObject({ problem: { reason: 'ImagePullBackOff' } });
  expect(node.said).toEqual(['ImageStatus r/bad:1', 'PullImage r/bad:1', 'ImageStatus r/bad:1']);
});

it('does not know them before 1.35', async () => {
  const found = await imageVolumesOf(syncOf(node.ctx('1.34'), { volumes }), {});
  expect([found.size, node.said]).toEqual([0, []]);
});
