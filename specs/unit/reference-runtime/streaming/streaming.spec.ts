// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { StreamingServer } from '#reference-runtime/streaming/streaming-server.js';
import { upgrade } from '#reference-runtime/streaming/upgrade.js';
import { HeaderReader, HeaderWriter } from '#reference-runtime/streaming/spdy-headers.js';
import { createBench, type Bench } from '../bench.js';

let bench: Bench;
let id: string;
beforeEach(async () => {
  bench = createBench();
  id = await bench.box(await bench.sandbox(), ['listen tcp 7070', 'echo', 'tick 5ms t'], {
    stdin: true,
    stdin_once: true,
  });
});
afterEach(() => bench.close());

interface OpenStream {
  readonly status: number;
  readonly protocol: string;
  readonly socket: Duplex | undefined;
}

const open = (url: string, headers: Record<string, string>): Promise<OpenStream> =>
  new Promise((resolve, reject) => {
    const call = request(url, { headers: { connection: 'Upgrade', ...headers } });
    call.on('upgrade', ({ statusCode = 0, headers: answer }, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      resolve({
        status: statusCode,
        protocol: String(answer['sec-websocket-protocol'] ?? answer['x-stream-protocol-version']),
        socket,
      });
    });
    call.on('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, protocol: '', socket: undefined });
    });
    call.on('error', reject).end();
  });

const webSocket = {
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

async function connected(url: string, ...protocols: string[]): Promise<WebSocket> {
  const client = new WebSocket(url, protocols);
  client.on('open', () => {
    client.pause();
  });
  await once(client, 'open');
  return client;
}

const sent = (channel: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(text)]);

/** What came on each channel until the connection was over. */
async function channels(client: WebSocket): Promise<Record<number, string>> {
  const seen: Record<number, string> = {};
  client.on('message', ([channel = -1, ...text]: Buffer) => {
    seen[channel] = (seen[channel] ?? '') + Buffer.from(text).toString();
  });
  client.resume();
  await once(client, 'close');
  return seen;
}

const exec = async (cmd: readonly string[], more: object = {}): Promise<string> =>
  (await bench.call('Exec', { container_id: id, cmd, stdout: true, stderr: true, ...more })).url ?? '';

describe('over WebSocket', () => {
  it('an exec has its streams and its exit code', async () => {
    const url = await exec(['/box', 'print out', 'eprint err', 'exit 3']);
    const client = await connected(url, 'v5.channel.k8s.io', 'v4.channel.k8s.io');
    expect(client.protocol).toBe('v5.channel.k8s.io');
    const seen = await channels(client);
    expect(seen).toMatchObject({ 1: 'out\n', 2: 'err\n' });
    expect(JSON.parse(seen[3] ?? '')).toMatchObject({
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
  });

  it('an exec reads what is sent, until the stream is closed', async () => {
    const client = await connected(await exec(['cat'], { stdin: true }), 'v5.channel.k8s.io');
    client.send(sent(0, 'to and fro'));
    client.send(sent(255, '\0'));
    expect(await channels(client)).toEqual({
      1: 'to and fro',
      3: '{"metadata":{},"status":"Success"}',
    });
  });

  it('an attach hears the first process, and its stdin ends with the session that is the only one', async () => {
    const { url = '' } = await bench.call('Attach', { container_id: id, stdin: true, stdout: true });
    const client = await connected(url, 'v4.channel.k8s.io');
    client.resume();
    client.send(sent(0, 'attached\n'));
    const [message] = (await once(client, 'message')) as [Buffer];
    expect(message.toString()).toContain('attached\n');
    client.terminate();
    await bench.until(async () => (await bench.log(id)).includes('stdout F t 2'));
    expect((await bench.log(id))[0]).toBe('stdout F attached');
  });

  it('a message that is too long ends the session, in one frame or in many', async () => {
    for (const [frames, bytes] of [
      [1, 5_000_000],
      [50, 100_000],
    ] as const) {
      const client = await connected(await exec(['sleep', '100'], { stdin: true }), 'v5.channel.k8s.io');
      client.on('error', () => undefined);
      client.resume();
      for (let at = 0; at < frames; at++) client.send(Buffer.alloc(bytes), { fin: frames === 1 });
      await once(client, 'close');
    }
  });

  it('a session that is idle for hours ends', async () => {
    const server = new StreamingServer({ nowMs: () => 0, sleep: () => Promise.resolve() });
    let carrier: Socket | undefined;
    const url = await server.url('exec', (message, socket) => {
      upgrade(message, socket, ['v5.channel.k8s.io']);
      carrier = socket as Socket;
    });
    const client = await connected(url, 'v5.channel.k8s.io');
    expect(carrier?.timeout).toBe(4 * 60 * 60 * 1000);
    client.resume();
    carrier?.emit('timeout');
    await once(client, 'close');
    await server.close();
  });
});

async function* spdyFrames(
  carrier: Duplex,
): AsyncGenerator<{ start: number; flags: number; payload: Buffer }> {
  let pending = Buffer.alloc(0);
  for await (const chunk of carrier) {
    pending = Buffer.concat([pending, chunk as Buffer]);
    while (pending.length >= 8 && pending.length >= 8 + pending.readUIntBE(5, 3)) {
      const end = 8 + pending.readUIntBE(5, 3);
      yield {
        start: pending.readUInt32BE(0),
        flags: pending.readUInt8(4),
        payload: pending.subarray(8, end),
      };
      pending = pending.subarray(end);
    }
  }
}

async function overSpdy(url: string): Promise<Duplex> {
  const { socket, status } = await open(url, {
    upgrade: 'SPDY/3.1',
    'x-stream-protocol-version': 'v4.channel.k8s.io, portforward.k8s.io',
  });
  expect(status).toBe(101);
  return socket as Duplex;
}

/** As kubectl forwards ports from 1.31 on. No client of ws: it takes no protocol whose name has a slash. */
async function overTunnel(url: string): Promise<Duplex> {
  const protocol = 'SPDY/3.1+portforward.k8s.io';
  const opened = await open(url, { ...webSocket, 'sec-websocket-protocol': protocol });
  expect(opened).toMatchObject({ status: 101, protocol });
  const socket = opened.socket as Duplex;
  const tunnel = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      const head = Buffer.from([0x82, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
      head.writeUInt16BE(chunk.length, 2);
      socket.write(Buffer.concat([head, chunk]), done);
    },
    final: (done) => socket.end(done),
  });
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let size = pending[1]; size !== undefined && pending.length >= 2 + size; size = pending[1]) {
      tunnel.push(pending.subarray(2, 2 + size));
      pending = pending.subarray(2 + size);
    }
  });
  socket.on('close', () => tunnel.push(null));
  return tunnel;
}

/** A client that opens the streams and collects what comes, per stream. */
async function spdy(
  carrier: Duplex,
  streams: readonly Record<string, string>[],
  first = '',
): Promise<string[]> {
  const writer = new HeaderWriter();
  const reader = new HeaderReader();
  const frame = (start: number, payload: Buffer, flags = 0): void => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(start, 0);
    head.writeUInt8(flags, 4);
    head.writeUIntBE(payload.length, 5, 3);
    carrier.write(Buffer.concat([head, payload]));
  };
  for (const [index, headers] of streams.entries()) {
    const ids = Buffer.alloc(10);
    ids.writeUInt32BE(1 + 2 * index, 0);
    frame(0x8003_0001, Buffer.concat([ids, await writer.write(new Map(Object.entries(headers)))]));
  }
  frame(0x8003_0006, Buffer.from([0, 0, 0, 9]));
  frame(2 * streams.length - 1, Buffer.from(first), 1);
  const seen = streams.map(() => '');
  const finished = new Set<number>();
  for await (const { start, flags, payload } of spdyFrames(carrier)) {
    if (start === 0x8003_0002) expect([...(await reader.read(payload.subarray(4)))]).toEqual([]);
    if (start >= 0x8000_0000) continue;
    seen[(start - 1) / 2] = `${seen[(start - 1) / 2] ?? ''}${payload.toString()}`;
    if (flags === 1) finished.add(start);
    if (finished.size === streams.length) carrier.end();
  }
  writer.close();
  reader.close();
  return seen;
}

describe('over SPDY', () => {
  it('an exec has its streams and its exit code', async () => {
    const url = await exec(['/box', 'print out', 'echo', 'eprint err', 'exit 3'], { stdin: true });
    const names = ['error', 'stdout', 'stderr', 'stdin'];
    const [error, stdout, stderr] = await spdy(
      await overSpdy(url),
      names.map((streamType) => ({ streamtype: streamType })),
      'in\n',
    );
    expect([stdout, stderr]).toEqual(['out\nin\n', 'err\n']);
    expect(JSON.parse(error ?? '')).toMatchObject({
      status: 'Failure',
      details: { causes: [{ message: '3' }] },
    });
  });

  it.each([
    ['itself', overSpdy],
    ['a tunnel of WebSocket', overTunnel],
  ])('through %s, ports are forwarded, and one that nobody listens on says so', async (_name, carrier) => {
    const { items = [] } = await bench.call('ListPodSandbox', {});
    const forward = async (port: string): Promise<string[]> => {
      const { url = '' } = await bench.call('PortForward', {
        pod_sandbox_id: items[0]?.id,
        port: [Number(port)],
      });
      return spdy(
        await carrier(url),
        ['error', 'data'].map((streamtype) => ({ streamtype, port, requestid: '0' })),
        'ping\n',
      );
    };
    expect(await forward('7070')).toEqual(['', 'ping\n']);
    expect((await forward('7071'))[0]).toMatch(/port 7071: .*ECONNREFUSED/);
  });
});

describe('the address of a session', () => {
  it('is good once, for those who know the protocol', async () => {
    const url = await exec(['/box']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/exec\/\S{20,}$/);
    expect((await open(url, { ...webSocket, 'sec-websocket-protocol': 'v9' })).status).toBe(400);
    expect((await open(url, webSocket)).status).toBe(404);
  });

  it('is good for a minute', async () => {
    const clock = { nowMs: 0 };
    const server = new StreamingServer({ nowMs: () => clock.nowMs, sleep: () => Promise.resolve() });
    const url = await server.url('exec', (_request, socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    clock.nowMs = 60_001;
    expect((await open(url, webSocket)).status).toBe(404);
    await server.close();
  });

  it('is refused when too many are waiting to be used', async () => {
    const ask = (): Promise<string> => exec(['/box']);
    for (let at = 0; at < 1000; at++) await ask();
    await expect(ask()).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
  });

  it('is refused for nonsense and for what is not there', async () => {
    await expect(bench.call('Exec', { container_id: id, cmd: ['x'] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(exec(['x'], { tty: true })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(exec([])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(bench.call('Attach', { container_id: 'none', stdout: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(bench.call('PortForward', { pod_sandbox_id: 'none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await bench.call('StopContainer', { container_id: id });
    await expect(exec(['/box'])).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });
});
