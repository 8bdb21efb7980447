// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureImage } from '#kubelet/images/ensure-image.js';
import { PullingNode, syncOf } from './pulling-node.js';

let node: PullingNode;
beforeEach(() => {
  node = new PullingNode();
});
afterEach(() => node.end());

const config = { hostname: 'p' };

async function outcome(image: string, pullPolicy: string, ctx = node.ctx()): Promise<string> {
  const step = await ensureImage(syncOf(ctx), { image, pullPolicy, container: 'a' }, config);
  return 'value' in step ? step.value : step.problem.reason;
}

const asked = 'ImageStatus r/a:1';
const pulled = 'PullImage r/a:1';
const refused = (code: string, message = 'no') => ({ pull: () => ({ code, message }) });
const answered = (response: object) => ({ status: () => ({ ok: true, response }) });

describe('a pull policy', () => {
  it.each([
    ['Always, there', '1.37', 'Always', true, [pulled, asked], 'sha256:r/a:1'],
    ['Always, not there', '1.37', 'Always', false, [pulled, asked], 'sha256:r/a:1'],
    ['Always until 1.31', '1.31', 'Always', true, [asked, pulled, asked], 'sha256:r/a:1'],
    ['Always until 1.29', '1.29', 'Always', false, [asked, pulled], 'sha256:r/a:1'],
    ['IfNotPresent, there', '1.37', 'IfNotPresent', true, [asked], 'sha256:r/a:1'],
    ['IfNotPresent, not there', '1.37', 'IfNotPresent', false, [asked, pulled, asked], 'sha256:r/a:1'],
    ['IfNotPresent until 1.29', '1.29', 'IfNotPresent', false, [asked, pulled], 'sha256:r/a:1'],
    ['Never, there', '1.37', 'Never', true, [asked], 'sha256:r/a:1'],
    ['Never, not there', '1.37', 'Never', false, [asked], 'ErrImageNeverPull'],
    ['none, there', '1.37', '', true, [pulled, asked], 'sha256:r/a:1'],
    ['unknown, not there', '1.37', 'Sometimes', false, [pulled, asked], 'sha256:r/a:1'],
    ['unknown, there, until 1.31', '1.31', 'Sometimes', true, [asked], 'sha256:r/a:1'],
    ['unknown, not there, until 1.31', '1.31', 'Sometimes', false, [asked], 'ErrImageNeverPull'],
  ])('%s', async (...[, version, policy, isThere, said, result]) => {
    if (isThere) node.present.add('r/a:1');
    expect(await outcome('r/a:1', policy, node.ctx(version))).toBe(result);
    expect(node.said).toEqual(said);
  });
});

it('sends the annotations of the pod, and a login only where there is one', async () => {
  await outcome('box', 'IfNotPresent');
  const image = { image: 'box:latest', annotations: { k: 'v' } };
  expect(node.calls).toEqual([
    { rpc: 'ImageStatus', request: { image } },
    { rpc: 'PullImage', request: { image, sandbox_config: config } },
    { rpc: 'ImageStatus', request: { image } },
  ]);
});

it.each(['Foo/Bar:v1', '', 'a b', `a@sha256:${'a'.repeat(63)}`, 'a'.repeat(64), `${'a/'.repeat(200_000)}a`])(
  'makes no call for a name that is none (%#)',
  async (image) => {
    expect([await outcome(image, 'Always'), node.said]).toEqual(['InvalidImageName', []]);
  },
);

describe('an answer that is no good', () => {
  it.each([
    [
      'status refused',
      { status: () => ({ ok: false, code: 'NOT_FOUND', message: 'x' }) },
      'ImageInspectError',
    ],
    ['no id', answered({ image: { size: '1' } }), 'ImageInspectError'],
    ['no size', answered({ image: { id: 'i' } }), 'ImageInspectError'],
    ['pull refused', refused('NOT_FOUND'), 'ErrImagePull'],
    ['pull unanswered', refused('deadline'), 'ErrImagePull'],
    ['no image in the answer', { pull: () => '' as const }, 'ErrImagePull'],
    ['registry down', refused('UNKNOWN', 'RegistryUnavailable: down'), 'RegistryUnavailable'],
    ['bad signature', refused('UNKNOWN', 'SignatureValidationFailed'), 'SignatureValidationFailed'],
    ['named, but with another code', refused('UNAVAILABLE', 'RegistryUnavailable: down'), 'ErrImagePull'],
    ['named, but not first', refused('UNKNOWN', 'oh RegistryUnavailable'), 'ErrImagePull'],
  ])('%s', async (...[, behaviour, reason]) => {
    Object.assign(node, behaviour);
    expect(await outcome('r/a:1', 'IfNotPresent')).toBe(reason);
  });
  it('of the read-back is ignored', async () => {
    node.status = (name) => (node.said.length > 1 ? { ok: false, code: 'X', message: name } : undefined);
    expect(await outcome('r/a:1', 'IfNotPresent')).toBe('sha256:r/a:1');
  });
});

describe('after a failed pull', () => {
  it('waits 10, 20, 40 … 300 s from the failure, and says what went wrong', async () => {
    node.pull = () => ({ code: 'UNKNOWN', message: 'no' });
    const ctx = node.ctx();
    const windows = [];
    for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
      expect(await outcome('r/a:1', 'Always', ctx)).toBe('ErrImagePull');
      const failedMs = node.nowMs;
      node.nowMs = failedMs + seconds * 1000 - 1;
      windows.push(await outcome('r/a:1', 'Always', ctx));
      node.nowMs = failedMs + seconds * 1000;
    }
    expect(windows).toEqual(Array<string>(7).fill('ImagePullBackOff'));
    expect(node.said).toHaveLength(7);
    node.nowMs -= 1;
    const waiting = await ensureImage(syncOf(ctx), { image: 'r/a:1', pullPolicy: 'Always' }, config);
    expect(waiting).toMatchObject({
      problem: { message: 'Back-off pulling image "r/a:1": ErrImagePull: no' },
    });
  });
  it('still asks whether the image is there', async () => {
    node.pull = () => ({ code: 'UNKNOWN', message: 'no' });
    const ctx = node.ctx();
    await outcome('r/a:1', 'IfNotPresent', ctx);
    node.nowMs = 1000;
    expect(await outcome('r/a:1', 'IfNotPresent', ctx)).toBe('ImagePullBackOff');
    expect(node.said).toEqual([asked, pulled, asked]);
  });
  it('keeps each pod and each image apart, and forgets after 600 s', async () => {
    node.pull = () => ({ code: 'UNKNOWN', message: 'no' });
    const ctx = node.ctx();
    await outcome('r/a:1', 'Always', ctx);
    expect(await outcome('r/b:1', 'Always', ctx)).toBe('ErrImagePull');
    const other = await ensureImage(syncOf(ctx, {}, 'v'), { image: 'r/a:1', pullPolicy: 'Always' }, config);
    expect(other).toMatchObject({ problem: { reason: 'ErrImagePull' } });
    node.nowMs = 600_001;
    await outcome('r/a:1', 'Always', ctx);
    node.nowMs += 10_000;
    expect(await outcome('r/a:1', 'Always', ctx)).toBe('ErrImagePull');
  });
});

describe('pulls of one kubelet', () => {
  it('come one after the other, the size included', async () => {
    const ctx = node.ctx();
    await Promise.all(['r/a:1', 'r/b:1', 'r/c:1'].map((image) => outcome(image, 'Always', ctx)));
    const order = node.said.map((said) => said.split(' ')[1]);
    const pairs = [0, 2, 4].map((at) => new Set(order.slice(at, at + 2)).size);
    expect([pairs, new Set(order).size]).toEqual([[1, 1, 1], 3]);
  });
  it('are ten at once and five a second; one too many is refused without a call', async () => {
    const ctx = node.ctx('1.29');
    const pull = (tag: number) => outcome(`r/a:${tag}`, 'Always', ctx);
    for (let tag = 0; tag < 10; tag += 1) expect(await pull(tag)).toBe(`sha256:r/a:${tag}`);
    node.calls.length = 0;
    expect([await pull(10), node.said]).toEqual(['ErrImagePull', ['ImageStatus r/a:10']]);
    node.nowMs = 200;
    expect(await pull(11)).toBe('sha256:r/a:11');
  });
});
