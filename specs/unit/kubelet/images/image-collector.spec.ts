// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Container, Image } from '#cri/proto/generated/messages.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import { belowRegistry } from '#kubelet/images/image-collector-of.js';
import { ImageCollector } from '#kubelet/images/image-collector.js';
import { kubeletImageLimits } from '#kubelet/images/image-eviction.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { PullingNode } from './pulling-node.js';

/** A node full of images of 10 bytes, all of this run unless said otherwise. */
class FullNode {
  readonly calls: string[] = [];
  images: Image[] = ['a', 'b', 'c'].map((id) => imageOf(id));
  containers: Container[] = [];
  mounts: object[] = [];
  failing = '';
  used = 87;
  nowMs = 10_000_000;

  readonly call: RuntimeCall = async (method, request) => {
    const { image, container_id: id } = request as { image?: { image: string }; container_id?: string };
    this.calls.push([method, image?.image ?? id].filter(Boolean).join(' '));
    await Promise.resolve();
    const failed = { ok: false, code: 'NOT_FOUND', message: 'gone' };
    return (
      this.failing === this.calls.at(-1) ? failed : { ok: true, response: this.#answer(method, id) }
    ) as never;
  };

  #answer(method: string, id = ''): object {
    const status = { id, metadata: { name: 'c' }, image: { image: 'i' }, image_ref: 'i', created_at: '1' };
    const answers: Readonly<Record<string, object>> = {
      ListImages: { images: this.images },
      ListContainers: { containers: this.containers },
      ContainerStatus: { status: { ...status, mounts: this.mounts } },
      ImageFsInfo: { image_filesystems: [{ fs_id: { mountpoint: '/images' } }] },
      ImageStatus: { image: { id: 'a', size: '10' } },
    };
    return answers[method] ?? {};
  }
}

const ours = { 'io.kubernetes.pod.uid': 'u1' };

function imageOf(id: string, tag = `h/run/${id}:1`): Image {
  return { id, size: '10', repo_tags: [tag] };
}

let files: PullingNode;
let node: FullNode;
beforeEach(() => {
  files = new PullingNode();
  node = new FullNode();
});
afterEach(() => files.end());

function collector(version = '1.37', pauseImage?: string): ImageCollector {
  return new ImageCollector({
    call: node.call,
    traits: traitsOf(version),
    note: () => undefined,
    wallMs: () => node.nowMs,
    records: files.ctx().pulls.records,
    limits: { ...kubeletImageLimits, minAgeMs: 0 },
    pods: new Set(['u1']),
    diskOf: (path) =>
      Promise.resolve(
        path === '/images' ? { capacityBytes: 200, availableBytes: 200 - 2 * node.used } : undefined,
      ),
    mayRemove: belowRegistry('h/run'),
    ...(pauseImage !== undefined && { pauseImage }),
  });
}

const lists = ['ListImages', 'ListPodSandbox', 'ListContainers'];

describe('a collection', () => {
  it('frees down to the low mark, the oldest first', async () => {
    expect(await collector().collect()).toBeUndefined();
    expect(node.calls).toEqual([...lists, 'ImageFsInfo', 'RemoveImage a', 'RemoveImage b']);
  });
  it('only looks below the high mark', async () => {
    node.used = 84;
    expect(await collector().collect()).toBeUndefined();
    expect(node.calls).toEqual([...lists, 'ImageFsInfo']);
  });
  it('asks for the disk first before 1.29, for the pause image too, and for no container', async () => {
    node.containers = [{ id: 'x', image_ref: 'b' }];
    await collector('1.28', 'pause:1').collect();
    expect(node.calls).toEqual(['ImageFsInfo', 'ImageStatus pause:1', ...lists, 'RemoveImage c']);
  });
  it('does not list below the high mark before 1.29', async () => {
    node.used = 10;
    await collector('1.28').collect();
    expect(node.calls).toEqual(['ImageFsInfo']);
  });
  it('spares what containers run or pods of its own mount, and what is pinned', async () => {
    node.images = [...node.images, imageOf('d'), { ...imageOf('e'), pinned: true }];
    node.containers = [
      { id: 'x', image_id: 'a', image_ref: 'z', labels: ours },
      { id: 'y', image_ref: 'b', labels: ours },
      { id: 'foreign', image_ref: 'f', labels: { 'io.kubernetes.pod.uid': 'u2' } },
    ];
    node.mounts = [{ host_path: '/x' }, { image: { image: 'c' } }];
    await collector().collect();
    expect(node.calls.slice(3)).toEqual([
      'ContainerStatus x',
      'ContainerStatus y',
      'ImageFsInfo',
      'RemoveImage d',
    ]);
  });
  it('touches nothing that is not of this run, however full the disk is', async () => {
    node.images = [imageOf('a', 'docker.io/library/a:1'), { id: 'b', size: '10' }, imageOf('c')];
    expect(await collector().collect()).toMatch('14 bytes were to be freed, 10 were');
    expect(await collector().collectUnused()).toBeUndefined();
    expect(node.calls.filter((call) => call.startsWith('Remove'))).toEqual([
      'RemoveImage c',
      'RemoveImage c',
    ]);
  });
  it('goes on after a removal that fails, and fails in the end', async () => {
    node.failing = 'RemoveImage a';
    expect(await collector().collect()).toBe('gone');
    expect(node.calls.slice(4)).toEqual(['RemoveImage a', 'RemoveImage b', 'RemoveImage c']);
  });
  it.each([...lists, 'ContainerStatus x', 'ImageFsInfo'])('ends at once when %s fails', async (failing) => {
    node.containers = [{ id: 'x', labels: ours }];
    node.failing = failing;
    expect(await collector().collect()).toEqual(expect.any(String));
    expect(node.calls.at(-1)).toBe(failing);
  });
  it('removes the least recently used of what it saw', async () => {
    const collecting = collector();
    node.containers = [{ id: 'x', image_id: 'a' }];
    await collecting.detect();
    node.nowMs += 1000;
    node.containers = [{ id: 'x', image_id: 'b' }];
    await collecting.detect();
    node.nowMs += 1000;
    node.containers = [];
    node.calls.length = 0;
    await collecting.collectUnused();
    expect(node.calls.slice(3)).toEqual(['RemoveImage c', 'RemoveImage a', 'RemoveImage b']);
  });
  it('forgets the pulls of images that are gone', async () => {
    const { records } = files.ctx().pulls;
    for (const id of ['c', 'gone']) await records.succeeded(`h/run/${id}:1`, id, undefined);
    const secret = { uid: '', namespace: 'd', name: 's', credentialHash: 'x' };
    await records.succeeded('h/run/gone:1', 'gone', secret);
    await collector().collect();
    await records.succeeded('h/run/gone:1', 'gone', secret);
    expect(await records.mustPull('h/run/gone:1', 'gone', () => [])).toBe(true);
    expect(await records.mustPull('h/run/c:1', 'c', () => [])).toBe(false);
  });
});
