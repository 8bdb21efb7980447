// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CriClient } from '#cri/client/client.js';
import { streamMethods, services } from '#cri/proto/generated/methods.js';
import { connectCri } from '#cri/client/grpc-client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { boxImage, createBench, ownPids } from './bench.js';

let directory: string;
let runtime: ServedReferenceRuntime;
let client: CriClient;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-reference-'));
  runtime = await serveReferenceRuntime({
    listen: join(directory, 'cri.sock'),
    images: [{ ref: boxImage }],
    minimumLifeMs: 0,
  });
  client = connectCri({ runtimeEndpoint: runtime.endpoint });
});
afterEach(async () => {
  client.close();
  await runtime.close();
  rmSync(directory, { recursive: true, force: true });
});

const ok = async <M extends UnaryMethod>(method: M, request: RequestOf<M>): Promise<ResponseOf<M>> => {
  const outcome = await client.call(method, request);
  if (outcome.kind !== 'ok') throw new Error(`${method}: ${JSON.stringify(outcome)}`);
  return outcome.response;
};

async function livePod(n: number): Promise<void> {
  const config = {
    metadata: { name: `p${n}`, namespace: 'n', uid: `u${n}` },
    log_directory: join(directory, `p${n}`),
    labels: { n: String(n) },
  };
  const { pod_sandbox_id: pod } = await ok('RunPodSandbox', { config });
  const container = {
    metadata: { name: 'app' },
    image: { image: boxImage },
    command: ['/box', 'on TERM exit 5', 'wait'],
    log_path: 'app/0.log',
    linux: ownPids,
  };
  const { container_id: id } = await ok('CreateContainer', {
    pod_sandbox_id: pod,
    config: container,
    sandbox_config: config,
  });
  await ok('StartContainer', { container_id: id });
  expect((await ok('ExecSync', { container_id: id, cmd: ['/box', `print ${n}`] })).stdout).toBe(
    Buffer.from(`${n}\n`).toString('base64'),
  );
  expect(
    (await ok('ListContainers', { filter: { label_selector: { n: String(n) } } })).containers ?? [],
  ).toEqual([]);
  await ok('StopContainer', { container_id: id, timeout: '30' });
  expect((await ok('ContainerStatus', { container_id: id })).status).toMatchObject({
    state: 'CONTAINER_EXITED',
    exit_code: 5,
    log_path: join(directory, `p${n}`, 'app/0.log'),
  });
  await ok('StopPodSandbox', { pod_sandbox_id: pod });
  await ok('RemovePodSandbox', { pod_sandbox_id: pod });
}

describe('over a socket', () => {
  it('thirty pods live at the same time', async () => {
    await Promise.all(Array.from({ length: 30 }, (_none, n) => livePod(n)));
    expect((await ok('ListPodSandbox', {})).items).toBeUndefined();
  });

  it('refusals keep their code', async () => {
    expect(await client.call('ContainerStatus', { container_id: 'none' })).toMatchObject({
      kind: 'refused',
      code: 'NOT_FOUND',
    });
  });

  it('a cancelled exec is ended', async () => {
    const { pod_sandbox_id: pod } = await ok('RunPodSandbox', {
      config: { metadata: { name: 'p', namespace: 'n', uid: 'u' } },
    });
    const { container_id: id } = await ok('CreateContainer', {
      pod_sandbox_id: pod,
      config: { metadata: { name: 'c' }, image: { image: boxImage }, command: ['/box', 'wait'] },
    });
    await ok('StartContainer', { container_id: id });
    expect(
      await client.call('ExecSync', { container_id: id, cmd: ['/box', 'wait'] }, { deadlineMs: 50 }),
    ).toMatchObject({ kind: 'unanswered' });
    const count = async (): Promise<unknown> =>
      (await ok('PodSandboxStats', { pod_sandbox_id: pod })).stats?.linux?.process?.process_count?.value;
    while ((await count()) !== '1') await new Promise((resolve) => setImmediate(resolve));
  });

  it('events come', async () => {
    const stream = client.stream('GetContainerEvents', {});
    const first = (async () => {
      for await (const { message } of stream) return message;
      return undefined;
    })();
    await ok('Version', {});
    await ok('RunPodSandbox', { config: { metadata: { name: 'p', namespace: 'n', uid: 'u' } } });
    expect(await first).toMatchObject({ pod_sandbox_status: { metadata: { name: 'p' } } });
  });
});

it('has a handler for every method', async () => {
  const bench = createBench();
  expect(Object.keys(bench.runtime.handlers).sort()).toEqual(Object.keys(services).sort());
  expect(Object.keys(services)).toHaveLength(43);
  expect(streamMethods.every((method) => method in bench.runtime.handlers)).toBe(true);
  await bench.close();
});
