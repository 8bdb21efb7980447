// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import type { CriClient } from '#cri/client/client.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { connectCri } from '#cri/client/grpc-client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { realClock } from '#reference-runtime/create-world.js';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { boxImage, ownPids } from './bench.js';

const ways = ['stop', 'crash'] as const;
const boundSecondMs = 1_000;

let directory: string;
let socket: string;
let runtime: ServedReferenceRuntime;
let client: CriClient;
/** A registry that takes every question and answers none. */
let registry: Server;
let questions: number;
/** Waits of a second or longer, which end when the spec says so. */
let longWaits: (() => void)[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-outage-'));
  socket = join(directory, 'cri.sock');
  mkdirSync(join(directory, 'scratch'));
  questions = 0;
  longWaits = [];
  registry = createServer(() => {
    questions++;
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  runtime = await serveReferenceRuntime({
    listen: socket,
    images: [{ ref: boxImage }],
    minimumLifeMs: 0,
    clock: {
      nowMs: realClock.nowMs,
      sleep: (ms, signal) =>
        ms < boundSecondMs ? realClock.sleep(ms, signal) : new Promise((resolve) => longWaits.push(resolve)),
    },
  });
  client = connectCri({ runtimeEndpoint: runtime.endpoint });
});
afterEach(async () => {
  for (const end of longWaits) end();
  client.close();
  await runtime.close();
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});

async function ok<M extends UnaryMethod>(method: M, request: RequestOf<M>): Promise<ResponseOf<M>> {
  const outcome = await client.call(method, request);
  if (outcome.kind !== 'ok') throw new Error(`${method}: ${JSON.stringify(outcome)}`);
  return outcome.response;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function comeBack(): Promise<void> {
  await runtime.start();
  client.close();
  client = connectCri({ runtimeEndpoint: runtime.endpoint });
}

const podConfig = (name: string): RequestOf<'RunPodSandbox'>['config'] => ({
  metadata: { name, namespace: 'n', uid: `uid-${name}` },
  log_directory: join(directory, name),
});

/** A running container whose file system has the scratch directory of the spec at /s. */
async function running(statements: readonly string[], name = 'p'): Promise<{ pod: string; id: string }> {
  const { pod_sandbox_id: pod = '' } = await ok('RunPodSandbox', { config: podConfig(name) });
  const { container_id: id = '' } = await ok('CreateContainer', containerIn(pod, statements));
  await ok('StartContainer', { container_id: id });
  return { pod, id };
}

const containerIn = (pod: string, statements: readonly string[]): RequestOf<'CreateContainer'> => ({
  pod_sandbox_id: pod,
  config: {
    metadata: { name: 'c' },
    image: { image: boxImage },
    command: ['/box', ...statements],
    log_path: 'c/0.log',
    linux: ownPids,
    mounts: [{ host_path: join(directory, 'scratch'), container_path: '/s' }],
  },
});

async function statusOf(id: string): Promise<ContainerStatus> {
  return (await ok('ContainerStatus', { container_id: id })).status ?? {};
}

const touch = (file: string): void => {
  writeFileSync(join(directory, 'scratch', file), '');
};
const logLines = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(/^\S+ /, ''));
const logOf = (pod = 'p'): string => join(directory, pod, 'c/0.log');
const registryImage = (): string => `127.0.0.1:${(registry.address() as AddressInfo).port}/slow:1`;

/** What the socket does when it is knocked at. */
const knock = (): Promise<string> =>
  new Promise((resolve) => {
    const knocking: Socket = connect(socket);
    knocking.once('connect', () => {
      knocking.destroy();
      resolve('open');
    });
    knocking.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? '');
    });
  });

describe('the socket', () => {
  it.each([
    ['stop', 'ENOENT', false],
    ['crash', 'ECONNREFUSED', true],
  ] as const)('after a %s says %s', async (how, says, isThere) => {
    await runtime[how]();
    expect(await knock()).toBe(says);
    expect(existsSync(socket)).toBe(isThere);
    await runtime.start();
    expect(await knock()).toBe('open');
  });
});

describe.each(ways)('a call that is under way when the daemon goes by %s', (how) => {
  /** The daemon goes once `isUnderWay`; what the call gets is no answer. */
  async function cutOff<M extends UnaryMethod>(
    calling: Promise<Outcome<M>>,
    isUnderWay: () => Promise<boolean> | boolean,
  ): Promise<void> {
    await until(isUnderWay);
    await runtime[how]();
    expect(await calling).toMatchObject(
      how === 'stop' ? { kind: 'refused', code: 'UNAVAILABLE' } : { reason: 'connection-lost' },
    );
    await comeBack();
  }

  it('PullImage leaves no image', async () => {
    const pulling = client.call('PullImage', { image: { image: registryImage() } });
    await cutOff(pulling, () => questions === 1);
    expect((await ok('ListImages', {})).images).toHaveLength(1);
  });

  it('RunPodSandbox leaves no sandbox, and its name is free', async () => {
    const own = join(directory, 'own.sock');
    const slow = await serveReferenceRuntime({ listen: own, sandboxImage: registryImage() });
    const [first, second] = [0, 1].map(() => connectCri({ runtimeEndpoint: slow.endpoint }));
    const cut = first?.call('RunPodSandbox', { config: podConfig('p') });
    await until(() => questions === 1);
    await slow[how]();
    expect((await cut)?.kind).not.toBe('ok');
    await slow.start();
    expect(await second?.call('ListPodSandbox', {})).toMatchObject({ kind: 'ok', response: {} });
    const again = second?.call('RunPodSandbox', { config: podConfig('p') });
    await until(() => questions === 2);
    await slow.close();
    expect((await again)?.kind).not.toBe('ok');
    first?.close();
    second?.close();
  });

  it('CreateContainer is done or is not', async () => {
    const { pod_sandbox_id: pod = '' } = await ok('RunPodSandbox', { config: podConfig('p') });
    void client.call('CreateContainer', containerIn(pod, ['exit 3']));
    await runtime[how]();
    await comeBack();
    const { containers = [] } = await ok('ListContainers', {});
    expect(containers.length).toBeLessThanOrEqual(1);
    for (const { id = '' } of containers) await ok('RemoveContainer', { container_id: id });
    const { container_id: id = '' } = await ok('CreateContainer', containerIn(pod, ['exit 3']));
    await ok('StartContainer', { container_id: id });
    await until(async () => (await statusOf(id)).exit_code === 3);
  });

  it('StopContainer has sent its signal, and no KILL follows; the next daemon sends both', async () => {
    const { id } = await running(['on TERM print bye', 'wait']);
    const stopping = client.call('StopContainer', { container_id: id, timeout: '30' });
    await cutOff(stopping, () => longWaits.length === 1);
    for (const end of longWaits.splice(0)) end();
    expect(logLines(logOf())).toEqual(['stdout F bye']);
    expect((await statusOf(id)).state).toBe('CONTAINER_RUNNING');

    const again = client.call('StopContainer', { container_id: id, timeout: '30' });
    await until(() => longWaits.length === 1);
    expect(logLines(logOf())).toEqual(['stdout F bye', 'stdout F bye']);
    for (const end of longWaits.splice(0)) end();
    expect((await again).kind).toBe('ok');
    expect((await statusOf(id)).exit_code).toBe(137);
  });

  it('the process of ExecSync goes on', async () => {
    const { id } = await running(['wait']);
    const cmd = ['/box', 'put /s/began x', 'await /s/go', 'put /s/done x'];
    const executing = client.call('ExecSync', { container_id: id, cmd });
    await cutOff(executing, () => existsSync(join(directory, 'scratch/began')));
    expect(runtime.processes.count(id)).toBe(2);
    touch('go');
    await until(() => existsSync(join(directory, 'scratch/done')));
    await until(() => runtime.processes.count(id) === 1);
    expect((await statusOf(id)).state).toBe('CONTAINER_RUNNING');
  });

  it('a stream of events ends, and what happened meanwhile is not told later', async () => {
    const stream = client.stream('GetContainerEvents', {});
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const { message } of stream) seen.push(message.container_event_type);
    })();
    await ok('Version', {});
    const { id } = await running(['on TERM exit 7', 'wait']);
    await until(() => seen.length === 4);
    await runtime[how]();
    await reading.catch(() => undefined);
    expect(await stream.ended).toMatchObject(
      how === 'stop' ? { kind: 'ended' } : { reason: 'connection-lost' },
    );
    runtime.accidents.signalContainer(id, 15);
    await until(() => runtime.processes.count(id) === 0);
    await comeBack();

    const next = client.stream('GetContainerEvents', {});
    const first = (async () => {
      for await (const { message } of next) return message;
      return undefined;
    })();
    await ok('Version', {});
    await ok('RemoveContainer', { container_id: id });
    expect(await first).toMatchObject({ container_event_type: 'CONTAINER_DELETED_EVENT', container_id: id });
  });

  it('a session and a URL that was handed out are gone; new ones work', async () => {
    const { id } = await running(['tick 5ms t']);
    const attach = async (): Promise<string> =>
      (await ok('Attach', { container_id: id, stdout: true })).url ?? '';
    const unused = await attach();
    const session = await upgraded(await attach());
    const over = new Promise((resolve) => session.once('close', resolve));
    session.resume();
    await runtime[how]();
    await over;
    await comeBack();
    await expect(upgraded(unused)).rejects.toThrow('ECONNREFUSED');
    const anew = await upgraded(await attach());
    expect(String(await new Promise((resolve) => anew.once('data', resolve)))).toContain('t');
    anew.destroy();
  });
});

function upgraded(url: string): Promise<Socket> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'v5.channel.k8s.io',
  };
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { headers });
    call.on('upgrade', (_answer, upgradedSocket) => {
      resolve(upgradedSocket);
    });
    call.on('error', reject).end();
  });
}

describe.each(ways)('while the daemon is away after a %s', (how) => {
  it('a container ends with its code and at its time', async () => {
    const { id } = await running(['await /s/go', 'exit 7']);
    const before = await statusOf(id);
    await runtime[how]();
    const goneNs = BigInt(Date.now()) * 1_000_000n;
    touch('go');
    await until(() => runtime.processes.count(id) === 0);
    const overNs = BigInt(Date.now() + 1) * 1_000_000n;
    await comeBack();
    const { finished_at: finishedAt = '0', ...after } = await statusOf(id);
    expect(after).toMatchObject({
      state: 'CONTAINER_EXITED',
      exit_code: 7,
      reason: 'Error',
      created_at: before.created_at,
      started_at: before.started_at,
    });
    expect(BigInt(finishedAt) >= goneNs && BigInt(finishedAt) <= overNs).toBe(true);
  });

  it('a container that goes on is the same one, and takes orders', async () => {
    const { pod, id } = await running(['on TERM exit 4', 'wait']);
    const before = await statusOf(id);
    await runtime[how]();
    expect([runtime.processes.count(id), runtime.processes.count(pod)]).toEqual([1, 1]);
    await comeBack();
    expect(await statusOf(id)).toEqual(before);
    await ok('StopContainer', { container_id: id, timeout: '30' });
    expect((await statusOf(id)).exit_code).toBe(4);
  });

  it('what a container prints is in its log, and in the renamed file until the log is reopened', async () => {
    const { id } = await running([
      ...['print before', 'await /s/1', 'print away', 'put /s/a x'],
      ...['await /s/2', 'print renamed', 'put /s/b x', 'await /s/3', 'print reopened', 'wait'],
    ]);
    await runtime[how]();
    touch('1');
    await until(() => existsSync(join(directory, 'scratch/a')));
    renameSync(logOf(), `${logOf()}.1`);
    touch('2');
    await until(() => existsSync(join(directory, 'scratch/b')));
    expect(existsSync(logOf())).toBe(false);
    await comeBack();
    await ok('ReopenContainerLog', { container_id: id });
    touch('3');
    await until(() => logLines(logOf()).length === 1);
    expect(logLines(`${logOf()}.1`)).toEqual(['stdout F before', 'stdout F away', 'stdout F renamed']);
    expect(logLines(logOf())).toEqual(['stdout F reopened']);
  });

  it('the process that holds a sandbox dies, and its containers go on', async () => {
    const { pod, id } = await running(['wait']);
    await runtime[how]();
    expect(runtime.processes.kill({ id: pod, uid: 'uid-p' })).toBe(1);
    expect([runtime.processes.count(pod), runtime.processes.count(id)]).toEqual([0, 1]);
    await comeBack();
    const { status } = await ok('PodSandboxStatus', { pod_sandbox_id: pod });
    expect(status?.state).toBe('SANDBOX_NOTREADY');
    expect((await statusOf(id)).state).toBe('CONTAINER_RUNNING');
  });

  it('the processes of a container are killed', async () => {
    const { id } = await running(['wait']);
    await runtime[how]();
    expect(runtime.processes.kill({ id, uid: 'uid-p' })).toBe(1);
    expect(runtime.processes.kill({ id, uid: 'uid-p' })).toBe(0);
    await comeBack();
    expect(await statusOf(id)).toMatchObject({ state: 'CONTAINER_EXITED', exit_code: 137 });
  });

  it('it can be gone for good', async () => {
    const { id } = await running(['wait']);
    await runtime[how]();
    await runtime.close();
    expect(runtime.processes.count(id)).toBe(0);
  });
});
