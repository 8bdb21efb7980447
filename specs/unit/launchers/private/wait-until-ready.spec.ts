// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endpointOf } from '#cri/client/endpoint.js';
import { waitUntilReady } from '#launchers/private/wait-until-ready.js';

let directory: string;
let server: Server | undefined;
const connections: Socket[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ready-'));
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy();
  server?.close();
  server = undefined;
  rmSync(directory, { recursive: true, force: true });
});

/** Takes connections and says nothing. */
function listenSilently(path: string): Promise<void> {
  const silent = createServer((connection) => connections.push(connection));
  server = silent;
  return new Promise((resolve) => {
    silent.listen(path, resolve);
  });
}

it.each([
  ['there is no socket', () => Promise.resolve()],
  ['nothing is answered', listenSilently],
])('is given up at once on an interruption while %s', async (_, prepare) => {
  const socket = join(directory, 's');
  await prepare(socket);
  const interrupted = new AbortController();
  setTimeout(() => {
    interrupted.abort();
  }, 200);
  const beganMs = performance.now();
  const waiting = waitUntilReady(endpointOf(socket), {
    withinMs: 20_000,
    interrupted: interrupted.signal,
    ended: () => undefined,
  });
  await expect(waiting).rejects.toThrow('interrupted before the runtime was ready');
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});
