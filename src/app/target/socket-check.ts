// SPDX-License-Identifier: Apache-2.0
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { Failure } from '#base/failure.js';
import { failureOf } from '#base/errors/catalogue.js';
import { hostPath, knownSockets, serviceOf } from './endpoint.js';
import { sniffSocket, type SocketSpeaks } from './raw-socket.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Checks the path itself: does it exist, do we have permission, is it a socket? */
export async function checkPath(path: string, env: Env): Promise<Failure | undefined> {
  try {
    const file = await stat(path);
    if (file.isSocket()) return undefined;
    const what = file.isDirectory() ? 'a directory' : 'a file';
    return failureOf('E-SOCKET-STALE', `${path} is not a socket`, {
      seen: `stat: ${what}`,
      likely: 'the path has a typo, or something wrote a file in place of the socket',
      fix: `correct the path; sockets that exist here: ${await listSockets(env)}`,
    });
  } catch (error) {
    return pathFailure(path, env, error as NodeJS.ErrnoException);
  }
}

async function pathFailure(
  path: string,
  env: Env,
  { code, message }: NodeJS.ErrnoException,
): Promise<Failure> {
  if (code === 'EACCES' || code === 'EPERM') return deniedFailure(path, message);
  const service = serviceOf(path);
  return failureOf('E-SOCKET-MISSING', `No socket at ${path}`, {
    seen: message,
    fix: `systemctl status ${service}; sockets that exist here: ${await listSockets(env)} (name one with -r)`,
  });
}

/**
 * Talks to the socket without gRPC, to learn the real errno or what else it speaks. undefined: it speaks
 * HTTP/2.
 */
export async function checkSpeech(path: string, timeoutMs: number): Promise<Failure | undefined> {
  const speaks = await sniffSocket(path, timeoutMs);
  switch (speaks.kind) {
    case 'http2':
      return undefined;
    case 'refused':
      return connectFailure(path, speaks);
    case 'nothing':
      return hangFailure(path, `connected, but received nothing for ${String(timeoutMs)} ms`);
    case 'hangs-up':
      return otherSpeech(path, 'the connection was closed at once', 'not a known protocol');
    case 'http1':
      return otherSpeech(path, speaks.text, 'looks like the Docker API or another HTTP/1.1 server');
    case 'other':
      return otherSpeech(path, speaks.text, 'not a known protocol');
  }
}

function connectFailure(path: string, { errno, message }: SocketSpeaks & { kind: 'refused' }): Failure {
  if (errno === 'EACCES' || errno === 'EPERM') return deniedFailure(path, message);
  if (errno === 'EAGAIN') return hangFailure(path, message);
  if (errno === 'ENOENT') return failureOf('E-SOCKET-MISSING', `No socket at ${path}`, { seen: message });
  const service = serviceOf(path);
  return failureOf('E-SOCKET-STALE', `Nothing listens on ${path}`, {
    seen: message,
    likely: 'the runtime exited and left its socket behind',
    fix: `journalctl -u ${service} -n 50; sudo systemctl restart ${service}`,
  });
}

function deniedFailure(path: string, seen: string): Failure {
  return failureOf('E-SOCKET-DENIED', `No permission for ${path} as user ${userName()}`, { seen });
}

export function hangFailure(path: string, seen: string): Failure {
  return failureOf('E-HANG', `${path} accepts connections, but never answers`, {
    seen,
    fix: `wait for it with --wait-ready 30s; journalctl -u ${serviceOf(path)} -n 50; kill -USR1 <pid> makes containerd write its stacks to its log`,
  });
}

function otherSpeech(path: string, seen: string, looksLike: string): Failure {
  return failureOf('E-NOT-GRPC', `${path} does not speak gRPC (${looksLike})`, { seen });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

async function listSockets(env: Env): Promise<string> {
  const found = await existingSockets(env);
  return found.length === 0 ? 'none of the known ones' : found.join(', ');
}

/** The known sockets that exist. */
export async function existingSockets(env: Env): Promise<readonly string[]> {
  const paths = knownSockets.map((path) => hostPath(path, env));
  const there = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (file) => file.isSocket(),
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => there[index]);
}
