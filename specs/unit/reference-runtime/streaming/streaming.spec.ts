// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptKey } from '#reference-runtime/streaming/web-socket.js';
import { StreamingServer } from '#reference-runtime/streaming/streaming-server.js';
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

interface Opened {
  readonly status: number;
  readonly protocol: string;
  readonly socket: Duplex | undefined;
}

const open = (url: string, headers: Record<string, string>): Promise<Opened> =>
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

const webSocket = { upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'x' };

const masked = (channel: number, text: string): Buffer => {
  const body = Buffer.concat([Buffer.from([channel]), Buffer.from(text)]);
  const mask = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([
    Buffer.from([0x82, 0x80 | body.length]),
    mask,
    body.map((byte, at) => byte ^ (mask[at % 4] ?? 0)),
  ]);
};

/** What came on each channel until the connection was over. */
async function channels(socket: Duplex): Promise<Record<number, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const seen: Record<number, string> = {};
  for (let at = 0; at < all.length;) {
    const short = all.readUInt8(at + 1);
    const head = short === 126 ? 4 : 2;
    const size = short === 126 ? all.readUInt16BE(at + 2) : short;
    const channel = all.readUInt8(at + head);
    if (all.readUInt8(at) === 0x82)
      seen[channel] = (seen[channel] ?? '') + all.toString('utf8', at + head + 1, at + head + size);
    at += head + size;
  }
  return seen;
}

const exec = async (cmd: readonly string[], more: object = {}): Promise<string> =>
  (await bench.call('Exec', { container_id: id, cmd, stdout: true, stderr: true, ...more })).url ?? '';

describe('over WebSocket', () => {
  it('an exec has its streams and its exit code', async () => {
    const url = await exec(['/box', 'print out', 'eprint err', 'exit 3']);
    const { socket, protocol, status } = await open(url, {
      ...webSocket,
      'sec-websocket-protocol': 'v5.channel.k8s.io, v4.channel.k8s.io',
    });
    expect([status, protocol]).toEqual([101, 'v5.channel.k8s.io']);
    const seen = await channels(socket as Duplex);
    expect(seen).toMatchObject({ 1: 'out\n', 2: 'err\n' });
    expect(JSON.parse(seen[3] ?? '')).toMatchObject({
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
  });

  it('an exec reads what is sent, until the stream is closed', async () => {
    const url = await exec(['cat'], { stdin: true });
    const { socket } = await open(url, { ...webSocket, 'sec-websocket-protocol': 'v5.channel.k8s.io' });
    socket?.write(masked(0, 'to and fro'));
    socket?.write(masked(255, '\0'));
    expect(await channels(socket as Duplex)).toEqual({
      1: 'to and fro',
      3: '{"metadata":{},"status":"Success"}',
    });
  });

  it('an attach hears the first process, and its stdin ends with the session that is the only one', async () => {
    const { url = '' } = await bench.call('Attach', { container_id: id, stdin: true, stdout: true });
    const { socket } = await open(url, { ...webSocket, 'sec-websocket-protocol': 'v4.channel.k8s.io' });
    socket?.write(masked(0, 'attached\n'));
    const read = new Promise<string>((resolve) =>
      socket?.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
      }),
    );
    expect(await read).toContain('attached\n');
    socket?.destroy();
    await bench.until(async () => (await bench.log(id)).includes('stdout F t 2'));
    expect((await bench.log(id))[0]).toBe('stdout F attached');
  });

  it('works as the standard says', () => {
    expect(acceptKey('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
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

/** A client that opens the streams and collects what comes, per stream. */
async function spdy(url: string, streams: readonly Record<string, string>[], first = ''): Promise<string[]> {
  const { socket, status } = await open(url, {
    upgrade: 'SPDY/3.1',
    'x-stream-protocol-version': 'v4.channel.k8s.io, portforward.k8s.io',
  });
  expect(status).toBe(101);
  const carrier = socket as Duplex;
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
      url,
      names.map((streamType) => ({ streamtype: streamType })),
      'in\n',
    );
    expect([stdout, stderr]).toEqual(['out\nin\n', 'err\n']);
    expect(JSON.parse(error ?? '')).toMatchObject({
      status: 'Failure',
      details: { causes: [{ message: '3' }] },
    });
  });

  it('ports are forwarded, and one that nobody listens on says so', async () => {
    const { items = [] } = await bench.call('ListPodSandbox', {});
    const forward = async (port: string): Promise<string[]> => {
      const { url = '' } = await bench.call('PortForward', {
        pod_sandbox_id: items[0]?.id,
        port: [Number(port)],
      });
      return spdy(
        url,
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
