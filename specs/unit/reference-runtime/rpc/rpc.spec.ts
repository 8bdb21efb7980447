// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackTar } from 'modern-tar';
import { createBench, served, type Bench } from '../bench.js';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());

const collect = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
};

describe('streamed lists', () => {
  it('have the same items as the others, and no message without one', async () => {
    expect(await collect(bench.runtime.handlers.StreamContainers({}, served()))).toEqual([]);
    const sandbox = await bench.sandbox();
    for (let n = 0; n < 120; n++) await bench.create(sandbox, { command: ['/box'] });
    const messages = await collect(bench.runtime.handlers.StreamContainers({}, served()));
    expect(messages.map(({ containers }) => containers?.length)).toEqual([100, 20]);
    expect(messages.flatMap(({ containers }) => containers)).toEqual(
      (await bench.call('ListContainers', {})).containers,
    );
    expect(await collect(bench.runtime.handlers.StreamPodSandboxes({}, served()))).toMatchObject([
      { pod_sandboxes: [{ id: sandbox }] },
    ]);
    expect(await collect(bench.runtime.handlers.StreamImages({}, served()))).toHaveLength(1);
    expect(await collect(bench.runtime.handlers.StreamPodSandboxStats({}, served()))).toHaveLength(1);
  });
});

describe('the runtime', () => {
  it('says who and how it is', async () => {
    const version = await bench.call('Version', { version: '0.1.0' });
    expect(version).toEqual({
      version: '0.1.0',
      runtime_name: 'criprobe-reference',
      runtime_version: '0.1.0',
      runtime_api_version: 'v1',
    });
    const { status, info } = await bench.call('Status', {});
    expect(status?.conditions).toEqual([
      { type: 'RuntimeReady', status: true },
      { type: 'NetworkReady', status: true },
      {
        type: 'ProcessesAreReal',
        status: false,
        reason: 'ProcessesAreVirtual',
        message: 'this runtime only pretends to run programs',
      },
    ]);
    expect(info).toBeUndefined();
    expect((await bench.call('Status', { verbose: true })).info).toBeDefined();
    expect(await bench.call('RuntimeConfig', {})).toEqual({ linux: { cgroup_driver: 'CGROUPFS' } });
    expect(await bench.call('UpdateRuntimeConfig', { runtime_config: { network_config: {} } })).toEqual({});
  });
});

describe('checkpoints', () => {
  it('are written where they were asked for, and the container goes on', async () => {
    const id = await bench.box(await bench.sandbox(), ['wait']);
    const location = join(bench.directory, 'checkpoint.tar');
    await bench.call('CheckpointContainer', { container_id: id, location });
    expect((await unpackTar(readFileSync(location))).map(({ header }) => header.name)).toEqual([
      'config.json',
      'status.json',
    ]);
    expect(await bench.status(id)).toMatchObject({ state: 'CONTAINER_RUNNING' });
    await expect(
      bench.call('CheckpointContainer', { container_id: id, location: 'relative' }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('of pods can be brought back', async () => {
    const sandbox = await bench.sandbox();
    await bench.box(sandbox, ['wait'], { metadata: { name: 'app' } });
    const path = join(bench.directory, 'pod.tar');
    await bench.call('CheckpointPod', { pod_sandbox_id: sandbox, output_path: path });
    await expect(bench.call('RestorePod', { checkpoint_path: path })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    await bench.call('RemovePodSandbox', { pod_sandbox_id: sandbox });
    const restored = await bench.call('RestorePod', { checkpoint_path: path });
    expect(restored.restored_containers).toMatchObject([{ name: 'app' }]);
    expect(await bench.status(restored.restored_containers?.[0]?.container_id ?? '')).toMatchObject({
      state: 'CONTAINER_RUNNING',
    });
    await expect(bench.call('RestorePod', { checkpoint_path: '/nowhere' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
