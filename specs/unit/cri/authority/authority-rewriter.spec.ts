// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, credentials, Metadata, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { connect } from 'node:net';

import { loadDefinitions, type CriMethodDefinition } from '#cri/proto/definitions.js';

import { Scratch } from '../scratch.js';

const versionCall = loadDefinitions('v1').get('Version') as CriMethodDefinition;

let scratch: Scratch;

beforeEach(async () => {
  scratch = new Scratch();
  await scratch.open();
});

afterEach(async () => {
  await scratch.close();
});

/** As a kubelet up to 1.30 does it, if the authority is a path. */
function oldClient(authority: string, name = 'cri.sock'): Client {
  const client = new Client(`unix:${scratch.path(name)}`, credentials.createInsecure(), {
    'grpc.default_authority': authority,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': -1,
  });
  scratch.onClose(() => {
    client.close();
  });
  return client;
}

function version(client: Client, text: string, metadata = new Metadata()): Promise<unknown> {
  const { path, requestSerialize, responseDeserialize } = versionCall;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { version: text },
      metadata,
      {},
      (error: ServiceError | null, answer?: object) => {
        if (error === null) resolve(answer);
        else reject(error);
      },
    );
  });
}

const serveEcho = async (): Promise<void> => {
  await scratch.serve({ Version: ({ version: text }) => Promise.resolve({ version: text }) });
};

describe('a client whose :authority is a path', () => {
  it('is refused by Node alone, which is why there is a rewriter', async () => {
    const server = new Server();
    await new Promise<void>((resolve) => {
      server.bindAsync(`unix:${scratch.path('bare.sock')}`, ServerCredentials.createInsecure(), () => {
        resolve();
      });
    });
    scratch.onClose(() => {
      server.forceShutdown();
    });
    await expect(version(oldClient('/run/x.sock', 'bare.sock'), '')).rejects.toThrow(
      /PROTOCOL_ERROR|RST_STREAM|Protocol error/i,
    );
  });

  it.each(['/run/criprobe/cri.sock', '%2Frun%2Fx.sock', '/x', 'localhost', 'example.test:80'])(
    'is served: %s',
    async (authority) => {
      await serveEcho();
      expect(await version(oldClient(authority), '0.1.0')).toEqual({ version: '0.1.0' });
    },
  );

  it('is served over one connection a thousand times, whatever headers fill its table', async () => {
    await serveEcho();
    const client = oldClient('/run/x.sock');
    for (let at = 0; at < 40; at++) {
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_unused, index) => {
          const metadata = new Metadata();
          metadata.set(`x-${at % 7}`, `${'value '.repeat(at)}${index}~!"#$%&'()*+,-./:;<=>?@[]^_{|}`);
          return version(client, `${at}/${index}`, metadata);
        }),
      );
      expect(answers).toEqual(
        Array.from({ length: 25 }, (_unused, index) => ({ version: `${at}/${index}` })),
      );
    }
  });

  it('may send headers larger than a frame', async () => {
    await serveEcho();
    const client = oldClient('/run/x.sock');
    const metadata = new Metadata();
    for (let at = 0; at < 5; at++) metadata.set(`x-${at}`, 'X~'.repeat(4500));
    expect(await version(client, 'large', metadata)).toEqual({ version: 'large' });
    expect(await version(client, 'after', metadata)).toEqual({ version: 'after' });
  });

  it('may send and get large messages', async () => {
    await serveEcho();
    const text = 'v'.repeat(12_000_000);
    expect(await version(oldClient('/run/x.sock'), text)).toEqual({ version: text });
  });

  it('may send its bytes one by one', async () => {
    await serveEcho();
    const relay = connect(scratch.path('cri.sock'));
    scratch.onClose(() => relay.destroy());
    await scratch.listen((socket) => {
      relay.pipe(socket);
      socket.on('data', (chunk) => {
        for (const byte of chunk) relay.write(Buffer.from([byte]));
      });
    }, 'relay.sock');
    expect(await version(oldClient('/run/x.sock', 'relay.sock'), 'slow')).toEqual({ version: 'slow' });
  });
});

describe('a peer that is no HTTP/2 client', () => {
  it.each([
    'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\x01\x25\x00\x00\x00\x01',
    '\n',
  ])('is put off without harm to others: %j', async (says) => {
    await serveEcho();
    const socket = connect(scratch.path('cri.sock'));
    socket.on('error', () => undefined).resume();
    socket.end(Buffer.from(says, 'latin1'));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await version(oldClient('/run/x.sock'), 'next')).toEqual({ version: 'next' });
  });
});
