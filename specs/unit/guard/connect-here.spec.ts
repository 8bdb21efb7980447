// SPDX-License-Identifier: Apache-2.0
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { connectHere } from '#guard/connect-here.js';

/** A port on which somebody listens while `use` runs; counts the bytes that arrive. */
async function listening(use: (port: number) => Promise<void>): Promise<number> {
  let bytes = 0;
  const server = createServer((socket) => {
    socket.on('data', (data) => (bytes += data.length));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  return bytes;
}

it('connects to loopback, and sends nothing', async () => {
  const bytes = await listening(async (port) => {
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await connectHere(`http://${host}:${port}/exec/token`)).toEqual({
        result: 'connected',
        reason: '',
      });
  });
  expect(bytes).toBe(0);
});

it('says why nobody answers', async () => {
  let free = 0;
  await listening((port) => Promise.resolve(void (free = port)));
  const { result, reason } = await connectHere(`http://127.0.0.1:${free}/`);
  expect(result).toBe('failed');
  expect(reason).toContain('ECONNREFUSED');
});

it.each([
  ['http://192.0.2.1:80/', /not an address of this node/],
  ['http://169.254.169.254/latest/meta-data', /not an address of this node/],
  ['http://[fe80::1]:80/', /not an address of this node/],
  ['http://example.test/', /not an address of this node/],
  ['http://127.0.0.1.example.test:80/', /not an address of this node/],
  ['unix:///run/docker.sock', /scheme/],
  ['//127.0.0.1:80/exec', /not an absolute URL/],
  ['nonsense', /not an absolute URL/],
  ['http://127.0.0.1:0/', /port is 0/],
])('never follows a runtime elsewhere: %s', async (url, reason) => {
  const answer = await connectHere(url);
  expect(answer.result).toBe('not-tried');
  expect(answer.reason).toMatch(reason);
});
