// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createBench, type Bench } from '../bench.js';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());

describe('sandboxes', () => {
  it('are ready, with an address, at once, and stay listed as not ready after a stop', async () => {
    const config = {
      metadata: { name: 'a', namespace: 'b', uid: 'c', attempt: 2 },
      labels: { x: '1' },
      annotations: { 'a/b': ' y ' },
    };
    const id = await bench.sandbox(config);
    const before = await bench.call('PodSandboxStatus', { pod_sandbox_id: id });
    expect(before.status).toMatchObject({ id, ...config });
    expect(before.status?.state).toBeUndefined();
    expect(before.status?.network?.ip).toMatch(/^127\./);
    await bench.call('StopPodSandbox', { pod_sandbox_id: id });
    await bench.call('StopPodSandbox', { pod_sandbox_id: id });
    const { items = [] } = await bench.call('ListPodSandbox', {});
    expect(items).toMatchObject([{ id, state: 'SANDBOX_NOTREADY' }]);
    await bench.call('RemovePodSandbox', { pod_sandbox_id: id });
    await bench.call('RemovePodSandbox', { pod_sandbox_id: id });
    await expect(bench.call('PodSandboxStatus', { pod_sandbox_id: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('do not share their metadata, but give it back with their removal', async () => {
    const config = { metadata: { name: 'a', namespace: 'b', uid: 'c' } };
    const id = await bench.sandbox(config);
    await expect(bench.sandbox(config)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await bench.call('RemovePodSandbox', { pod_sandbox_id: id });
    await expect(bench.sandbox(config)).resolves.toMatch(/^[0-9a-f]{64}$/);
  });

  it('leave nothing when they cannot be made', async () => {
    const metadata = { name: 'a', namespace: 'b', uid: 'c' };
    await expect(
      bench.sandbox({ metadata, linux: { sysctls: { 'vm.swappiness': '1' } } }),
    ).rejects.toMatchObject({ code: 'UNKNOWN' });
    await expect(
      bench.call('RunPodSandbox', { config: { metadata }, runtime_handler: 'x' }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((await bench.call('ListPodSandbox', {})).items).toEqual([]);
    await expect(bench.sandbox({ metadata })).resolves.not.toBe('');
  });

  it('on the network of the node have no address', async () => {
    const id = await bench.sandbox({
      linux: { security_context: { namespace_options: { network: 'NODE' } } },
    });
    const { status } = await bench.call('PodSandboxStatus', { pod_sandbox_id: id });
    expect(status?.network).toBeUndefined();
    expect(status?.linux?.namespaces?.options?.network).toBe('NODE');
  });

  it('are found by the filters together', async () => {
    const one = await bench.sandbox({ labels: { app: 'x', tier: 'y' } });
    const two = await bench.sandbox({ labels: { app: 'x' } });
    await bench.call('StopPodSandbox', { pod_sandbox_id: two });
    const ids = async (filter: object): Promise<unknown> =>
      (await bench.call('ListPodSandbox', { filter })).items?.map(({ id }) => id);
    expect(await ids({ label_selector: { app: 'x' } })).toEqual([one, two]);
    expect(await ids({ label_selector: { app: 'x', tier: 'y' } })).toEqual([one]);
    expect(await ids({ label_selector: { app: 'x' }, state: {} })).toEqual([one]);
    expect(await ids({ state: { state: 'SANDBOX_NOTREADY' } })).toEqual([two]);
    expect(await ids({ id: one.slice(0, 12) })).toEqual([one]);
    expect(await ids({ id: 'nothing' })).toEqual([]);
  });
});
