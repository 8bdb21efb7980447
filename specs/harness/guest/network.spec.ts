// SPDX-License-Identifier: Apache-2.0
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outputOf, runBox, startBox, type RunningBox } from '../../support/run-box.js';

/** Nobody listens on it now; the kernel hands out others before this one comes again. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('the network', () => {
  let port = 0;
  let box: RunningBox;

  beforeEach(async () => {
    port = await freePort();
    box = startBox([`listen tcp ${port}`, `listen udp ${port}`, 'print listening', 'wait']);
    await box.seen('listening');
  });
  afterEach(async () => {
    box.kill('SIGKILL');
    await box.ended;
  });

  it('echoes over tcp, to several at a time', async () => {
    const clients = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const [i, client] of clients.entries()) client.write(`hello ${i}\n`);
    const answers = await Promise.all(clients.map(async (client) => String((await once(client, 'data'))[0])));
    for (const client of clients) client.destroy();
    expect(answers).toEqual(['hello 0\n', 'hello 1\n']);
  });

  it('echoes datagrams', async () => {
    const socket = createSocket('udp4');
    socket.send('datagram', port, '127.0.0.1');
    const [message] = (await once(socket, 'message')) as [Buffer];
    socket.close();
    expect(String(message)).toBe('datagram');
  });

  it('connects to itself', async () => {
    expect(await outputOf(`connect tcp 127.0.0.1 ${port} over tcp`)).toBe('over tcp\n');
    expect(await outputOf(`connect udp 127.0.0.1 ${port} over udp`)).toBe('over udp\n');
  });

  it('tells that a port is taken', async () => {
    const ended = await runBox([`listen tcp ${port}`]);
    expect(ended).toMatchObject({ code: 66, stderr: `box: ${port}: errno 98\n` });
  });

  it('stops listening when the program ends', async () => {
    box.kill('SIGKILL');
    await box.ended;
    const answers = async (): Promise<string> => outputOf(`connect tcp 127.0.0.1 ${port} x`);
    while ((await answers()) !== 'connect failed 111\n');
    expect(await answers()).toBe('connect failed 111\n');
  });
});

describe('connections that fail', () => {
  it('print the error and go on', async () => {
    const text = await outputOf(`connect tcp 127.0.0.1 ${await freePort()} x`, 'print on');
    expect(text).toBe('connect failed 111\non\n');
  });

  it('an answer without a line is none', async () => {
    const server = createServer((socket) => socket.end('half')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await outputOf(`connect tcp 127.0.0.1 ${port} x`)).toBe('connect failed 104\n');
    server.close();
  });

  it.each(['localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', ':::', '1::2::3', 'g::1'])(
    '%s is no address',
    async (address) => {
      expect((await runBox([`connect tcp ${address} 80 x`])).code).toBe(64);
    },
  );

  it.each(['::1', '0:0:0:0:0:0:0:1', '::0001'])('%s is our own machine', async (address) => {
    const server = createServer((socket) => socket.pipe(socket));
    server.listen(0, '::1');
    const [problem] = (await Promise.race([once(server, 'listening'), once(server, 'error')])) as [Error?];
    if (problem === undefined) {
      const { port } = server.address() as AddressInfo;
      expect(await outputOf(`connect tcp ${address} ${port} six`)).toBe('six\n');
    } else {
      // A machine without IPv6: the address is understood all the same.
      expect(await outputOf(`connect tcp ${address} 9 six`)).toMatch(/^connect failed \d+\n$/);
    }
    server.close();
  });
});
