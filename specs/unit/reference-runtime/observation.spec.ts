// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackTar } from 'modern-tar';
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import { createBench, served, type Bench } from './bench.js';

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

describe('events', () => {
  it('tell every subscriber the whole life of sandbox and container', async () => {
    const first = collect(bench.runtime.handlers.GetContainerEvents({}, served()));
    const second = collect(bench.runtime.handlers.GetContainerEvents({}, served()));
    const sandbox = await bench.sandbox();
    const id = await bench.box(sandbox, ['exit 4']);
    await bench.exited(id);
    await bench.call('RemoveContainer', { container_id: id });
    await bench.call('RemovePodSandbox', { pod_sandbox_id: sandbox });
    await bench.runtime.close();
    const events = await first;
    expect(await second).toEqual(events);
    const of = (wanted: string): unknown[] =>
      events
        .filter((event) => event.container_id === wanted)
        .map((event) => event.container_event_type?.split('_')[1] ?? 'CREATED');
    expect(of(sandbox)).toEqual(['CREATED', 'STARTED', 'STOPPED', 'DELETED']);
    expect(of(id)).toEqual(['CREATED', 'STARTED', 'STOPPED', 'DELETED']);
    expect(events.every((event) => event.pod_sandbox_status?.metadata?.name === 'pod-1')).toBe(true);
    const stopped = events.find(
      (event) => event.container_id === id && event.container_event_type === 'CONTAINER_STOPPED_EVENT',
    );
    expect(stopped?.containers_statuses).toMatchObject([{ id, state: 'CONTAINER_EXITED', exit_code: 4 }]);
  });

  it('do not wait for who does not read, and stop for who has gone', async () => {
    const gone = new AbortController();
    bench.runtime.handlers.GetContainerEvents({}, served());
    const left = collect<ContainerEventResponse>(
      bench.runtime.handlers.GetContainerEvents({}, served(gone.signal)),
    );
    await bench.sandbox();
    gone.abort();
    await expect(left).resolves.toBeInstanceOf(Array);
  });
});

describe('statistics', () => {
  it('move, cover what runs, and follow the filter', async () => {
    const sandbox = await bench.sandbox();
    const id = await bench.box(sandbox, ['memory 8m', 'cpu 10s']);
    await bench.box(await bench.sandbox(), ['exit 0']);
    const sample = async (): Promise<{ cpu: number; memory: number; at: number }> => {
      const { stats } = await bench.call('ContainerStats', { container_id: id });
      return {
        cpu: Number(stats?.cpu?.usage_core_nano_seconds?.value),
        memory: Number(stats?.memory?.usage_bytes?.value),
        at: Number(stats?.cpu?.timestamp),
      };
    };
    const before = await sample();
    await bench.until(async () => (await sample()).cpu > before.cpu + 15e6);
    const after = await sample();
    expect(after.at).toBeGreaterThan(before.at);
    expect(after.memory).toBeGreaterThan(8 * 1024 * 1024);
    const list = await bench.call('ListContainerStats', { filter: { pod_sandbox_id: sandbox } });
    expect(list.stats).toMatchObject([
      { attributes: { id, metadata: {} }, writable_layer: { fs_id: { mountpoint: bench.directory } } },
    ]);
    await expect(bench.call('ContainerStats', { container_id: 'none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(bench.call('PodSandboxStats', {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { stats } = await bench.call('PodSandboxStats', { pod_sandbox_id: sandbox });
    expect(stats?.linux).toMatchObject({
      containers: [{ attributes: { id } }],
      process: { process_count: { value: '1' } },
    });
  });

  it('have metrics that fit their descriptors', async () => {
    await bench.box(await bench.sandbox(), ['wait']);
    const { descriptors = [] } = await bench.call('ListMetricDescriptors', {});
    const { pod_metrics: pods = [] } = await bench.call('ListPodSandboxMetrics', {});
    const metrics = pods.flatMap((pod) => [
      ...(pod.metrics ?? []),
      ...(pod.container_metrics ?? []).flatMap((one) => one.metrics ?? []),
    ]);
    expect(metrics.map(({ name }) => name).sort()).toEqual(descriptors.map(({ name }) => name).sort());
    for (const metric of metrics) {
      expect(metric.label_values).toHaveLength(
        descriptors.find(({ name }) => name === metric.name)?.label_keys?.length ?? -1,
      );
      expect(metric.value?.value).toMatch(/^\d+$/);
    }
  });
});

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
