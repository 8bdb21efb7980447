// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { canMeasure, peakMemoryMb } from '../../support/cli/peak-memory.js';

jest.setTimeout(120_000);

const growthMb = 100;
const program = `
import { startTestRegistry } from '${String(new URL('../../../dist/test-registry/start-test-registry.js', import.meta.url))}';
const registry = await startTestRegistry({ ownBelow: 'own/criprobe-7f3a12' });
console.log(registry.address);
`;

let child: ChildProcess;
let address: string;
let before: number;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
beforeEach(async () => {
  child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  address = line.toString().trim();
  before = peakMemoryMb(child.pid);
});
afterEach(async () => {
  child.kill('SIGKILL');
  await once(child, 'close');
});

async function status(path: string): Promise<number | undefined> {
  const [response] = (await once(request(`http://${address}${path}`, { agent }).end(), 'response')) as [
    IncomingMessage,
  ];
  await response.resume().toArray();
  return response.statusCode;
}

async function asked(paths: readonly string[]): Promise<ReadonlySet<number | undefined>> {
  const seen = new Set<number | undefined>();
  const rest = [...paths];
  const one = async (): Promise<void> => {
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) seen.add(await status(path));
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return seen;
}

const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, at) => `/v2/${prefix}/${at}/box/manifests/1`);

/** What the server said before it closed the connection on one that never stops sending. */
function sendForEver(head: string, bytes: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
  let said = '';
  socket.on('data', (data: Buffer) => (said += data.toString())).on('error', () => undefined);
  socket.write(head);
  let sent = 0;
  const more = (): void => {
    while (sent < bytes && !socket.destroyed) {
      sent += piece.length;
      if (!socket.write(chunk)) return;
    }
    socket.end();
  };
  socket.on('drain', more);
  more();
  return new Promise((resolve) => {
    socket.on('close', () => {
      resolve(said);
    });
  });
}

(canMeasure ? describe : describe.skip)('a registry that another user hammers', () => {
  it('does not grow with made-up names', async () => {
    const paths = [...names(3000, 'own'), ...names(100, 's/private'), ...names(100, 's/faults/404x2')];
    expect([...(await asked(paths))]).toEqual([404]);
    expect(peakMemoryMb(child.pid) - before).toBeLessThan(growthMb);
  });

  // 2000 images are 160 MB when they are kept; building them leaves up to 60 MB of garbage in either case.
  it('does not grow with names below the path of the run', async () => {
    await asked(names(300, 'own/criprobe-7f3a12/some'));
    const warm = peakMemoryMb(child.pid);
    expect([...(await asked(names(2000, 'own/criprobe-7f3a12/more')))]).toEqual([200]);
    expect(peakMemoryMb(child.pid) - warm).toBeLessThan(growthMb);
  });

  it.each(['POST /token', 'GET /v2/', 'PUT /v2/own/criprobe-7f3a12/box/manifests/1'])(
    '%s with 1.5 GB in pieces is ended, and nothing is kept',
    async (what) => {
      const head = `${what} HTTP/1.1\r\nhost: registry\r\ntransfer-encoding: chunked\r\n\r\n`;
      await sendForEver(head, 1.5 * 1024 ** 3);
      expect(await status('/v2/')).toBe(200);
      expect(peakMemoryMb(child.pid) - before).toBeLessThan(growthMb);
    },
  );

  it('survives more connections than it takes, and still serves its run', async () => {
    const port = Number(address.split(':')[1]);
    const silent = Array.from({ length: 600 }, () => connect({ host: '127.0.0.1', port }));
    for (const socket of silent) socket.on('error', () => undefined).write('POST /token HTTP/1.1\r\n');
    await Promise.all(silent.map((socket) => once(socket, 'connect').catch(() => undefined)));
    expect(await status('/v2/own/criprobe-7f3a12/box/manifests/1')).toBe(200);
    const closed = (): number => silent.filter((socket) => socket.closed).length;
    for (const end = Date.now() + 5000; closed() < 300 && Date.now() < end;) await pause(20);
    expect(closed()).toBeGreaterThanOrEqual(300);
    for (const socket of silent) socket.destroy();
    expect(peakMemoryMb(child.pid) - before).toBeLessThan(growthMb);
  });
});
