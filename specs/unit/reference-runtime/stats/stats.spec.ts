// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createBench, type Bench } from '../bench.js';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());

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
    await bench.box(await bench.sandbox(), ['wait'], {
      linux: { resources: { memory_limit_in_bytes: '67108864' } },
    });
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
