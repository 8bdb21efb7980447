// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import { connectCri } from '#cri/client/grpc-client.js';
import { spdyDictionary } from '#reference-runtime/streaming/spdy-dictionary.js';
import { openBench, type Bench, type CliProcess } from '../../support/cli/run-cli.js';
import { canMeasure, peakMemoryMb } from '../../support/cli/peak-memory.js';

jest.setTimeout(60_000);

const growthMb = 100;
const image = { image: 'registry.example.test/tool:1' };
let bench: Bench;
let served: CliProcess;
let cri: CriClient;
let container_id: string;
let before: number;
const open: Duplex[] = [];
beforeEach(async () => {
  bench = await openBench();
  served = bench.start(['serve', '--as-root', '--any-image', '--listen', bench.path('cri.sock')]);
  await served.shown('serving CRI on');
  cri = connectCri({ runtimeEndpoint: bench.path('cri.sock') });
  const config = { metadata: { name: 'web', namespace: 'default', uid: 'uid-web' } };
  await cri.call('PullImage', { image });
  const ran = await cri.call('RunPodSandbox', { config });
  const made = await cri.call('CreateContainer', {
    pod_sandbox_id: ran.kind === 'ok' ? (ran.response.pod_sandbox_id ?? '') : '',
    sandbox_config: config,
    config: { metadata: { name: 'main' }, image, stdin: true, command: ['sleep', '1000'] },
  });
  container_id = made.kind === 'ok' ? (made.response.container_id ?? '') : made.message;
  await cri.call('StartContainer', { container_id });
  before = peakMemoryMb(served.process.pid);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  cri.close();
  await bench.dispose();
});

/** Without a command: attached to the first process. */
async function session(cmd: readonly string[], headers: Record<string, string>): Promise<Duplex> {
  const wanted = { container_id, stdin: true, stdout: true };
  const answer = await (cmd.length === 0 ? cri.call('Attach', wanted) : cri.call('Exec', { ...wanted, cmd }));
  const url = answer.kind === 'ok' ? (answer.response.url ?? '') : '';
  const call = request(url, { headers: { connection: 'Upgrade', ...headers } }).end();
  const [, socket] = (await once(call, 'upgrade')) as [unknown, Duplex];
  open.push(socket.on('error', () => undefined));
  return socket;
}

const webSocket = (cmd: readonly string[]): Promise<Duplex> =>
  session(cmd, {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'v5.channel.k8s.io',
  });

const spdy = (cmd: readonly string[]): Promise<Duplex> =>
  session(cmd, { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' });

/** Whether the server closes while it is sent the pieces, one after the other. */
async function closesOn(socket: Duplex, pieces: Iterable<Buffer>): Promise<boolean> {
  const closed = new Promise<true>((resolve) => {
    socket.on('close', () => {
      resolve(true);
    });
  });
  const drained = (): Promise<unknown> => once(socket, 'drain').catch(() => undefined);
  socket.resume();
  for (const piece of pieces) {
    if (socket.destroyed) return true;
    if (!socket.write(piece)) await Promise.race([drained(), closed]);
  }
  return Promise.race([closed, pause(5000, false, { ref: false })]);
}

function* repeated(count: number, make: (at: number) => Buffer): Generator<Buffer> {
  for (let at = 0; at < count; at++) yield make(at);
}

function* after(head: Buffer, rest: Iterable<Buffer>): Generator<Buffer> {
  yield head;
  yield* rest;
}

/** A whole binary message, or the part of one that has this place in it. */
function webSocketHead(length: number, part?: number): Buffer {
  const head = Buffer.alloc(14);
  head.writeUInt8(part === undefined ? 0x82 : part === 0 ? 0x02 : 0, 0);
  head.writeUInt8(0x80 | 127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

function spdyFrame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(0x8003_0000 + type, 0);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

function streamFrame(id: number, headers: Buffer): Buffer {
  const ids = Buffer.alloc(10);
  ids.writeUInt32BE(id, 0);
  return spdyFrame(1, Buffer.concat([ids, headers]));
}

const deflated = (bytes: Buffer): Buffer =>
  deflateSync(bytes, { dictionary: spdyDictionary, finishFlush: constants.Z_SYNC_FLUSH });

(canMeasure ? describe : describe.skip)('a session', () => {
  afterEach(async () => {
    expect(await cri.call('Version', {})).toMatchObject({ kind: 'ok' });
    expect(peakMemoryMb(served.process.pid) - before).toBeLessThan(growthMb);
  });

  const piece = Buffer.alloc(16 * 1024);
  it.each([
    [
      'a frame that is announced as 60 MB',
      after(
        webSocketHead(60_000_000),
        repeated(3600, () => piece),
      ),
    ],
    [
      'a message without an end',
      repeated(400, (at) => Buffer.concat([webSocketHead(500_000, at), Buffer.alloc(500_000)])),
    ],
    ['a message of very many parts', repeated(400_000, (at) => webSocketHead(0, at))],
  ])('over WebSocket ends at %s', async (_, pieces) => {
    expect(await closesOn(await webSocket(['sleep', '100']), pieces)).toBe(true);
  });

  it.each([
    ['a command', ['sleep', '100']],
    ['a container', []],
  ])('over WebSocket ends when %s does not read what it sends', async (_, cmd) => {
    const message = Buffer.concat([webSocketHead(500_000), Buffer.alloc(500_000)]);
    const pieces = repeated(400, () => message);
    expect(await closesOn(await webSocket(cmd), pieces)).toBe(true);
  });

  it('over SPDY ends at headers that grow a thousandfold', async () => {
    const bomb = deflated(Buffer.alloc(900_000_000));
    const pieces = [streamFrame(1, bomb.subarray(0, 1_000_000))];
    expect(await closesOn(await spdy(['sleep', '100']), pieces)).toBe(true);
  });

  it('over SPDY ends at a frame of 16 MB, and at 600 streams', async () => {
    const head = spdyFrame(1, Buffer.alloc(0));
    head.writeUIntBE(0xffffff, 5, 3);
    const long = after(
      head,
      repeated(900, () => piece),
    );
    expect(await closesOn(await spdy(['sleep', '100']), long)).toBe(true);
    // An empty block of headers, again and again.
    const first = deflated(Buffer.alloc(4));
    const again = deflated(Buffer.alloc(4)).subarray(6);
    const streams = (count: number): Generator<Buffer> =>
      repeated(count, (at) => streamFrame(1 + 2 * at, at === 0 ? first : again));
    expect(await closesOn(await spdy(['sleep', '100']), streams(500))).toBe(false);
    expect(await closesOn(await spdy(['sleep', '100']), streams(600))).toBe(true);
  });

  it('waits for a client that does not read', async () => {
    const socket = await webSocket(['seq', '1', '300000000']);
    socket.pause();
    await pause(4000);
    expect(socket.destroyed).toBe(false);
  });

  it('is open to others than those who connect and say nothing', async () => {
    const socket = await webSocket(['cat']);
    const answer = await cri.call('Exec', { container_id, cmd: ['true'], stdout: true });
    const port = Number(/:(\d+)\//.exec(answer.kind === 'ok' ? (answer.response.url ?? '') : '')?.[1]);
    const silent: Socket[] = [];
    for (let at = 0; at < 600; at++) {
      silent.push(connect({ host: '127.0.0.1', port }).on('error', () => undefined));
    }
    open.push(...silent);
    await Promise.all(silent.map((each) => once(each, 'connect').catch(() => undefined)));
    expect((await webSocket(['cat'])).destroyed).toBe(false);
    expect(socket.destroyed).toBe(false);
    const closed = (): number => silent.filter((each) => each.resume().closed).length;
    for (const end = Date.now() + 5000; closed() < 300 && Date.now() < end;) await pause(20);
    expect(closed()).toBeGreaterThanOrEqual(300);
  });
});
