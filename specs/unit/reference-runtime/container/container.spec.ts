// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { boxImage, createBench, type Bench } from '../bench.js';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());

describe('containers', () => {
  it('go from CREATED over RUNNING to EXITED and keep their data', async () => {
    const sandbox = await bench.sandbox();
    const id = await bench.create(sandbox, {
      command: ['/box', 'on TERM exit 3', 'wait'],
      labels: { l: '1' },
      annotations: { a: '2' },
    });
    const created = await bench.status(id);
    expect(created.state).toBeUndefined();
    expect(created).toMatchObject({
      image: { image: boxImage },
      labels: { l: '1' },
      annotations: { a: '2' },
    });
    expect(created.started_at).toBeUndefined();
    await bench.call('StartContainer', { container_id: id });
    expect(await bench.status(id)).toMatchObject({ state: 'CONTAINER_RUNNING' });
    await expect(bench.call('StartContainer', { container_id: id })).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
    });
    await bench.call('StopContainer', { container_id: id, timeout: '10' });
    const ended = await bench.status(id);
    expect(ended).toMatchObject({ state: 'CONTAINER_EXITED', exit_code: 3, reason: 'Error' });
    expect([ended.created_at, ended.started_at, ended.finished_at].map(Number)).toEqual(
      [ended.created_at, ended.started_at, ended.finished_at].map(Number).sort((a, b) => a - b),
    );
    await bench.call('StopContainer', { container_id: id });
    await bench.call('RemoveContainer', { container_id: id });
    await bench.call('RemoveContainer', { container_id: id });
    await expect(bench.call('ContainerStatus', { container_id: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('end with 137 when the time is over, and at once when there is none', async () => {
    const sandbox = await bench.sandbox();
    const stubborn = await bench.box(sandbox, ['on TERM ignore', 'wait']);
    const started = performance.now();
    await bench.call('StopContainer', { container_id: stubborn, timeout: '1' });
    expect(performance.now() - started).toBeGreaterThan(950);
    expect(await bench.status(stubborn)).toMatchObject({ exit_code: 137, reason: 'Error' });
    const other = await bench.box(sandbox, ['on TERM ignore', 'wait']);
    await bench.call('StopContainer', { container_id: other });
    expect(await bench.status(other)).toMatchObject({ exit_code: 137 });
  });

  it('are killed by a shorter second stop, and a stop goes on without its caller', async () => {
    const sandbox = await bench.sandbox();
    const id = await bench.box(sandbox, ['on TERM append /tmp/terms x', 'wait']);
    const caller = new AbortController();
    const first = bench.call('StopContainer', { container_id: id, timeout: '100' }, caller.signal);
    expect((await bench.exec(id, '/box', 'cat /tmp/terms')).stdout).toBe('x\n');
    caller.abort();
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    const second = bench.call('StopContainer', { container_id: id, timeout: '100' });
    expect((await bench.exec(id, '/box', 'cat /tmp/terms')).stdout).toBe('x\n');
    await bench.call('StopContainer', { container_id: id, timeout: '0' });
    await second;
    expect(await bench.status(id)).toMatchObject({ exit_code: 137 });
  });

  it('with a program that is not there are EXITED with 128', async () => {
    const id = await bench.create(await bench.sandbox(), { command: ['/no/such/file'] });
    await expect(bench.call('StartContainer', { container_id: id })).rejects.toThrow(/no such file/);
    expect(await bench.status(id)).toMatchObject({
      state: 'CONTAINER_EXITED',
      exit_code: 128,
      reason: 'StartError',
    });
    expect((await bench.status(id)).finished_at).toMatch(/^\d{19}$/);
  });

  it('have a name of their own within the sandbox, free again after removal and after a failure', async () => {
    const sandbox = await bench.sandbox();
    const config = { metadata: { name: 'x', attempt: 1 }, command: ['/box'] };
    await expect(bench.create(sandbox, { ...config, image: { image: 'missing' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const id = await bench.create(sandbox, config);
    await expect(bench.create(sandbox, config)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await bench.call('RemoveContainer', { container_id: id });
    await expect(bench.create(sandbox, config)).resolves.not.toBe(id);
  });

  it('end with their sandbox, also those that never ran, and go with it', async () => {
    const sandbox = await bench.sandbox();
    const running = await bench.box(sandbox, ['wait']);
    const created = await bench.create(sandbox, { command: ['/box'] });
    await bench.call('StopPodSandbox', { pod_sandbox_id: sandbox });
    for (const id of [running, created])
      expect(await bench.status(id)).toMatchObject({ state: 'CONTAINER_EXITED', exit_code: 137 });
    await expect(bench.create(sandbox, { command: ['/box'] })).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
    });
    await bench.call('RemovePodSandbox', { pod_sandbox_id: sandbox });
    expect((await bench.call('ListContainers', {})).containers).toEqual([]);
  });

  it('are out of memory above their limit', async () => {
    const linux = { resources: { memory_limit_in_bytes: '16777216' } };
    const id = await bench.box(
      await bench.sandbox(),
      ['memory 4m', 'print fits', 'memory 64m', 'print never'],
      { linux },
    );
    expect(await bench.exited(id)).toMatchObject({ exit_code: 137, reason: 'OOMKilled' });
    expect(await bench.log(id)).toEqual(['stdout F fits']);
  });

  it('take new resources, keep what was not said, and refuse less memory than they use', async () => {
    const linux = { resources: { memory_limit_in_bytes: '67108864', cpu_shares: '2' } };
    const id = await bench.box(await bench.sandbox(), ['memory 32m', 'wait'], { linux });
    await bench.call('UpdateContainerResources', { container_id: id, linux: { cpuset_cpus: '0' } });
    expect((await bench.status(id)).resources?.linux).toEqual({
      memory_limit_in_bytes: '67108864',
      cpu_shares: '2',
      cpuset_cpus: '0',
    });
    const less = { memory_limit_in_bytes: '1048576', cpu_shares: '9' };
    await expect(
      bench.call('UpdateContainerResources', { container_id: id, linux: less }),
    ).rejects.toMatchObject({ code: 'UNKNOWN' });
    expect((await bench.status(id)).resources?.linux?.cpu_shares).toBe('2');
  });

  it('are refused with missing mounts, groups without users, and privileges the sandbox lacks', async () => {
    const sandbox = await bench.sandbox();
    const refused = (config: object): Promise<unknown> =>
      expect(bench.create(sandbox, { command: ['/box'], ...config })).rejects.toMatchObject({
        name: 'CriRefusal',
      });
    await refused({ mounts: [{ container_path: '/x', host_path: join(bench.directory, 'none') }] });
    await refused({ linux: { security_context: { run_as_group: { value: '5' } } } });
    await refused({ linux: { security_context: { run_as_username: 'nobody-knows' } } });
    await refused({ linux: { security_context: { privileged: true } } });
    await refused({ linux: { security_context: { capabilities: { add_capabilities: ['FLY'] } } } });
    await refused({
      mounts: [{ container_path: '/x', host_path: bench.directory, recursive_read_only: true }],
    });
    expect((await bench.call('ListContainers', {})).containers).toEqual([]);
    expect(existsSync(join(bench.directory, 'none'))).toBe(false);
  });
});
