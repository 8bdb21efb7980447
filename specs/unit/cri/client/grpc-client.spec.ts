// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { rename } from 'node:fs/promises';
import { createServer as createHttp1Server } from 'node:http';
import { constants, createServer as createHttp2Server } from 'node:http2';
import { createServer } from 'node:net';

import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { UnaryHandler } from '#cri/server/handlers.js';
import type { Outcome } from '#cri/outcome.js';

import { Scratch } from '../scratch.js';

const never: UnaryHandler<'Version'> = (_request, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('the client went away'));
    });
  });

let scratch: Scratch;

beforeEach(async () => {
  scratch = new Scratch();
  await scratch.open();
});

afterEach(async () => {
  await scratch.close();
});

describe('a call that is answered', () => {
  it('gives the response and its bytes', async () => {
    await scratch.serve({
      Version: ({ version }) =>
        Promise.resolve({ version: version ?? '', runtime_name: 'null', runtime_version: undefined }),
    });
    const outcome = await scratch.connect().call('Version', { version: '0.1.0' });
    expect(outcome).toEqual({
      kind: 'ok',
      response: { version: '0.1.0', runtime_name: 'null' },
      raw: Buffer.from('\n\x050.1.0\x12\x04null').toString('base64'),
    });
  });

  it('sends image calls to the image endpoint and the others to the runtime endpoint', async () => {
    await scratch.serve({ Version: () => Promise.resolve({ runtime_name: 'runtime' }) });
    const images = await scratch.serve(
      { ImageStatus: ({ image }) => Promise.resolve({ image: { id: image?.image } }) },
      'images.sock',
    );
    const client = scratch.connect({ imageEndpoint: images.endpoint });
    expect(await client.call('ImageStatus', { image: { image: 'a' } })).toMatchObject({
      response: { image: { id: 'a' } },
    });
    expect(await client.call('Version', {})).toMatchObject({ response: { runtime_name: 'runtime' } });
  });

  it.each(['', 'unix:', 'unix://'])('reaches an endpoint written with %j before the path', async (scheme) => {
    await scratch.serve({ Version: () => Promise.resolve({ runtime_name: 'null' }) });
    const client = scratch.connect({ runtimeEndpoint: scheme + scratch.path('cri.sock') });
    expect(await client.call('Version', {})).toMatchObject({ kind: 'ok' });
  });

  it('keeps in raw what the proto does not know, and answers all the same', async () => {
    const answer = Buffer.from('\x12\x04null\xfa\x3e\x03new', 'latin1');
    const server = new Server();
    server.addService(
      {
        Version: {
          path: '/runtime.v1.RuntimeService/Version',
          requestStream: false,
          responseStream: false,
          requestSerialize: (bytes: Buffer) => bytes,
          requestDeserialize: (bytes: Buffer) => bytes,
          responseSerialize: (bytes: Buffer) => bytes,
          responseDeserialize: (bytes: Buffer) => bytes,
        },
      },
      {
        Version: (_call: unknown, callback: (error: null, bytes: Buffer) => void) => {
          callback(null, answer);
        },
      },
    );
    await new Promise<void>((resolve, reject) => {
      server.bindAsync(`unix:${scratch.path('cri.sock')}`, ServerCredentials.createInsecure(), (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
    scratch.onClose(() => {
      server.forceShutdown();
    });
    const outcome = await scratch.connect().call('Version', {});
    expect(outcome).toEqual({
      kind: 'ok',
      response: { runtime_name: 'null' },
      raw: answer.toString('base64'),
    });
  });

  it('asks one at a time where an answer was large, and gives up in the queue when told to', async () => {
    let [sent, atOnce, most] = [0, 0, 0];
    await scratch.serve({
      Version: async () => {
        sent++;
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setTimeout(resolve, 20));
        atOnce--;
        return { version: 'v'.repeat(5 << 20) };
      },
    });
    const client = scratch.connect();
    await Promise.all([client.call('Version', {}), client.call('Version', {})]);
    expect(most).toBe(2);

    most = 0;
    const gone = new AbortController();
    const calls = [
      client.call('Version', {}),
      client.call('Version', {}, { signal: gone.signal }),
      client.call('Version', {}),
    ];
    gone.abort();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['ok', 'unanswered', 'ok']);
    expect({ sent, most }).toEqual({ sent: 4, most: 1 });
  });

  it('takes and gives messages of almost 16 MiB', async () => {
    const version = 'v'.repeat(16 * 1024 * 1024 - 100);
    await scratch.serve({ Version: (request) => Promise.resolve(request) });
    expect(await scratch.connect().call('Version', { version })).toMatchObject({
      kind: 'ok',
      response: { version },
    });
  });
});

describe('a call that is refused', () => {
  const refusedWith = async (code: CriRefusal['code'], message: string): Promise<Outcome<'Version'>> => {
    await scratch.serve({ Version: () => Promise.reject(new CriRefusal(code, message)) });
    return scratch.connect().call('Version', {}, { deadlineMs: 20_000 });
  };

  it.each([
    ['NOT_FOUND', 'no such container: "x"\n100 % sure'],
    ['UNAVAILABLE', 'the runtime is starting'],
    ['UNAVAILABLE', 'Connection dropped'],
    ['DEADLINE_EXCEEDED', 'failed to exec: timeout 1s exceeded'],
    ['DEADLINE_EXCEEDED', 'Deadline exceeded after 1.000s'],
    ['CANCELLED', 'context canceled'],
    ['INTERNAL', 'Received RST_STREAM with code 2'],
    ['RESOURCE_EXHAUSTED', 'no space left'],
    ['PERMISSION_DENIED', 'no'],
  ] as const)('has the code %s and the text %j of the runtime', async (code, message) => {
    expect(await refusedWith(code, message)).toEqual({ kind: 'refused', code, message });
  });

  it.each(['DEADLINE_EXCEEDED', 'CANCELLED'] as const)(
    'is not refused by a server that finds its deadline passed first, and says %s',
    async (code) => {
      await scratch.serve({ Version: () => Promise.reject(new CriRefusal(code, 'too late')) });
      const client = scratch.connect();
      await client.call('Version', {});
      const calls = Array.from({ length: 50 }, () => client.call('Version', {}, { deadlineMs: 1 }));
      for (const outcome of await Promise.all(calls))
        expect(outcome).toMatchObject({ kind: 'unanswered', reason: 'client-deadline' });
    },
  );

  it('is UNKNOWN when the runtime stumbled', async () => {
    await scratch.serve({ Version: () => Promise.reject(new Error('oops')) });
    expect(await scratch.connect().call('Version', {})).toEqual({
      kind: 'refused',
      code: 'UNKNOWN',
      message: 'oops',
    });
  });

  it('is UNIMPLEMENTED for a method without a handler', async () => {
    await scratch.serve({});
    expect(await scratch.connect().call('Status', {})).toMatchObject({
      kind: 'refused',
      code: 'UNIMPLEMENTED',
    });
  });

  const answerBytes = async (bytes: Buffer): Promise<void> => {
    const server = createHttp2Server();
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => {
        stream.sendTrailers({ 'grpc-status': '0' });
      });
      stream.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(scratch.path('cri.sock'), resolve));
    scratch.onClose(() => {
      server.close();
    });
  };
  const ourLimit: unknown = expect.stringContaining("criprobe's own limit");

  it('says so when a request is over our limit', async () => {
    const version = 'v'.repeat(16 * 1024 * 1024);
    await scratch.serve({});
    const outcome = await scratch.connect().call('Version', { version });
    expect(outcome).toEqual({ kind: 'refused', code: 'RESOURCE_EXHAUSTED', message: ourLimit });
  });

  it('says so when an answer is over our limit', async () => {
    await answerBytes(Buffer.from([0, 1, 0, 0, 1]));
    const outcome = await scratch.connect().call('Version', {});
    expect(outcome).toEqual({ kind: 'refused', code: 'RESOURCE_EXHAUSTED', message: ourLimit });
  });

  it('says so when a list has more items than a node can have, before it holds them', async () => {
    const items = Buffer.alloc(5 + 16_000_000);
    items.writeUInt32BE(16_000_000, 1);
    for (let at = 5; at < items.length; at += 2) items[at] = 0x0a;
    await answerBytes(items);
    const before = process.memoryUsage().heapUsed;
    const outcome = await scratch.connect().call('ListContainers', {});
    expect(outcome).toEqual({ kind: 'refused', code: 'RESOURCE_EXHAUSTED', message: ourLimit });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6);
  });

  it('keeps the beginning and the end of a long text', async () => {
    const outcome = await refusedWith('UNKNOWN', `begin ${'x'.repeat(50_000)} end`);
    const message = outcome.kind === 'refused' ? outcome.message : '';
    expect(message).toMatch(/^begin x+ \[…\d+ characters left out…\] x+ end$/);
    expect(message.length).toBeLessThan(17_000);
  });

  it('says so when an answer is not the message it should be', async () => {
    await answerBytes(Buffer.from([0, 0, 0, 0, 2, 0x0a, 0x20]));
    const message: unknown = expect.stringContaining('cannot decode this VersionResponse');
    const outcome = await scratch.connect().call('Version', {});
    expect(outcome).toEqual({ kind: 'refused', code: 'INTERNAL', message });
  });

  it('needs no server for a method that v1alpha2 never had', async () => {
    const client = scratch.connect({ apiVersion: 'v1alpha2' });
    expect(await client.call('RuntimeConfig', {})).toEqual({
      kind: 'refused',
      code: 'UNIMPLEMENTED',
      message: 'CRI v1alpha2 has no method RuntimeConfig; nothing was sent.',
    });
  });
});

describe('a call that is not answered', () => {
  it('names our deadline', async () => {
    await scratch.serve({ Version: never });
    expect(await scratch.connect().call('Version', {}, { deadlineMs: 50 })).toMatchObject({
      kind: 'unanswered',
      reason: 'client-deadline',
    });
  });

  it('names our deadline when the server accepts and never says a word', async () => {
    await scratch.listen(() => undefined);
    expect(await scratch.connect().call('Version', {}, { deadlineMs: 50 })).toMatchObject({
      kind: 'unanswered',
      reason: 'client-deadline',
    });
  });

  it.each(['deadline', 'signal'] as const)(
    'is given up at its %s, also when grpc-js does not end it: a refusal of 1 MB never ends there',
    async (end) => {
      await scratch.serve({ Version: () => Promise.reject(new CriRefusal('UNKNOWN', 'x'.repeat(1 << 20))) });
      const options = end === 'deadline' ? { deadlineMs: 300 } : { signal: AbortSignal.timeout(300) };
      const outcome = await scratch.connect().call('Version', {}, options);
      const reason = end === 'deadline' ? 'client-deadline' : 'cancelled';
      expect(outcome).toMatchObject({ kind: 'unanswered', reason });
    },
  );

  it('is cancelled by its signal, and the server learns of it', async () => {
    const aborter = new AbortController();
    let learned: () => void;
    const served = new Promise<void>((resolve) => {
      learned = resolve;
    });
    await scratch.serve({
      Version: (request, call) => {
        call.signal.addEventListener('abort', () => {
          learned();
        });
        aborter.abort();
        return never(request, call);
      },
    });
    const outcome = await scratch.connect().call('Version', {}, { signal: aborter.signal });
    expect(outcome).toMatchObject({ kind: 'unanswered', reason: 'cancelled' });
    await expect(served).resolves.toBeUndefined();
  });

  it('is cancelled when its signal had aborted before, or when the client is closed', async () => {
    await scratch.serve({ Version: never });
    const client = scratch.connect();
    const cancelled = { kind: 'unanswered', reason: 'cancelled' };
    expect(await client.call('Version', {}, { signal: AbortSignal.abort() })).toMatchObject(cancelled);
    const running = client.call('Version', {});
    client.close();
    expect(await running).toMatchObject(cancelled);
    expect(await client.call('Version', {})).toMatchObject(cancelled);
  });

  it('names the errno of a missing socket, without grpc-js’s footnote', async () => {
    const outcome = await scratch.connect().call('Version', {});
    expect(outcome).toMatchObject({ kind: 'unanswered', reason: 'connection-lost' });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/connect ENOENT .*cri\.sock$/) });
  });

  it('names the errno of a socket nobody listens on', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(scratch.path('a.sock'), resolve));
    await rename(scratch.path('a.sock'), scratch.path('cri.sock'));
    await new Promise((resolve) => server.close(resolve));
    expect(await scratch.connect().call('Version', {})).toMatchObject({
      kind: 'unanswered',
      reason: 'connection-lost',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    ['garbage', (): string => 'what?\n'],
    ['HTTP/1', (): string => 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'],
  ])('is lost on a server that speaks %s', async (_name, says) => {
    await scratch.listen((socket) => socket.end(says()));
    expect(await scratch.connect().call('Version', {})).toMatchObject({
      kind: 'unanswered',
      reason: 'connection-lost',
    });
  });

  it('is lost on a real HTTP/1 server', async () => {
    const server = createHttp1Server();
    await new Promise<void>((resolve) => server.listen(scratch.path('cri.sock'), resolve));
    scratch.onClose(() => {
      server.close();
    });
    expect(await scratch.connect().call('Version', {})).toMatchObject({
      kind: 'unanswered',
      reason: 'connection-lost',
    });
  });

  it.each([constants.NGHTTP2_INTERNAL_ERROR, constants.NGHTTP2_CANCEL, constants.NGHTTP2_REFUSED_STREAM])(
    'is lost when the server resets it with code %i',
    async (code) => {
      const server = createHttp2Server();
      server.on('stream', (stream) => {
        stream.on('error', () => undefined);
        stream.close(code);
      });
      await new Promise<void>((resolve) => server.listen(scratch.path('cri.sock'), resolve));
      scratch.onClose(() => {
        server.close();
      });
      expect(await scratch.connect().call('Version', {})).toMatchObject({
        kind: 'unanswered',
        reason: 'connection-lost',
      });
    },
  );

  it('is lost when the runtime goes away under it, and the next call finds the runtime that came back', async () => {
    const entered: (() => void)[] = [];
    const inside = new Promise<void>((resolve) => entered.push(resolve));
    const first = await scratch.serve({
      Version: (request, call) => {
        entered[0]?.();
        return never(request, call);
      },
    });
    const client = scratch.connect();
    const running = client.call('Version', {});
    await inside;
    await first.close();
    expect(await running).toMatchObject({
      kind: 'unanswered',
      reason: 'connection-lost',
      message: 'Connection dropped',
    });
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await client.call('Version', {})).toMatchObject({
        reason: 'connection-lost',
        message: expect.stringContaining('ENOENT'),
      });
    }
    await scratch.serve({ Version: () => Promise.resolve({ runtime_name: 'back' }) });
    expect(await client.call('Version', {}, { deadlineMs: 5000 })).toMatchObject({
      response: { runtime_name: 'back' },
    });
  });
});
