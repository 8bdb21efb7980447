// SPDX-License-Identifier: Apache-2.0
import { chmod, lstat, rm } from 'node:fs/promises';
import type { Server } from 'node:net';

import { Failure } from '#base/failure.js';
import { socketAnswers } from '../client/socket-answers.js';

/** Root need not admit its group. */
const socketMode = (): number => (process.getuid?.() === 0 ? 0o600 : 0o660);

/** Listens, after removing a stale socket. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there !== undefined) await makeRoom(path, there.isSocket());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(cannotListen(path, error));
    });
    server.listen(path, resolve);
  });
  await chmod(path, socketMode());
}

async function makeRoom(path: string, isSocket: boolean): Promise<void> {
  if (!isSocket) throw taken(path, 'a file that is not a socket is there');
  if (await socketAnswers(path)) throw taken(path, 'something listens there');
  await rm(path, { force: true });
}

function taken(path: string, seen: string): Failure {
  return new Failure('E-SOCKET-TAKEN', `Cannot listen on ${path}.`, {
    seen,
    likely: 'another program uses this path',
    fix: 'choose another path, or stop what listens there',
  });
}

function cannotListen(path: string, error: Error): Failure {
  return new Failure('E-SOCKET-LISTEN', `Cannot listen on ${path}.`, {
    seen: error.message,
    likely: 'the directory is missing, not writable, or the path is longer than 107 bytes',
    fix: `mkdir -p "$(dirname ${path})", or choose a shorter path`,
    cause: error,
  });
}
