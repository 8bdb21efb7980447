// SPDX-License-Identifier: Apache-2.0
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { renameSync } from 'node:fs';
import { createServer, type Server as SocketServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiVersion } from '../api-version.js';
import { AuthorityRewriter } from '../authority/authority-rewriter.js';
import { messageLimitBytes } from '../client/call-failure.js';
import { socketPath } from '../client/endpoint.js';
import type { CriHandlers } from './handlers.js';
import { listenOnSocket } from './listen-on-socket.js';
import { serviceImplementations } from './service-implementations.js';

const longestDrainMs = 2_000;

export interface ServeOptions {
  readonly handlers: CriHandlers;
  /** A socket's path, bare or with `unix:`. Its directory must exist. */
  readonly listen: string;
  /** Default: both. */
  readonly apiVersions?: readonly ApiVersion[];
}

export interface CriServer extends AsyncDisposable {
  /** `unix:` and the path. */
  readonly endpoint: string;
  /** Ends all calls, closes every connection and removes the socket. */
  close(): Promise<void>;
  /** Like close, but answers on their way still arrive; calls that go on are cut off after a while. */
  drain(): Promise<void>;
  /** As if the process were killed: connections break at once, and the socket's file remains. */
  breakOff(): Promise<void>;
}

/** Serves CRI on a unix socket, also to clients that send the socket's path as `:authority`. */
export async function serveCri(options: ServeOptions): Promise<CriServer> {
  const path = socketPath(options.listen);
  const server = new Server({
    'grpc.max_receive_message_length': messageLimitBytes,
    'grpc.max_send_message_length': messageLimitBytes,
    'grpc.enable_channelz': 0,
  });
  for (const version of options.apiVersions ?? ['v1', 'v1alpha2']) {
    for (const { definition, implementation } of serviceImplementations(version, options.handlers)) {
      server.addService(definition, implementation);
    }
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    injector.injectConnection(new AuthorityRewriter(socket));
  });
  await listenOnSocket(listener, path);
  const running: ServerParts = { listener, server, sockets };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= shutDown(running));
  return {
    endpoint: `unix:${path}`,
    close,
    drain: () => (closing ??= drain(running)),
    breakOff: () => (closing ??= keepingFile(path, () => shutDown(running))),
    [Symbol.asyncDispose]: close,
  };
}

interface ServerParts {
  readonly listener: SocketServer;
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
}

async function shutDown({ listener, server, sockets }: ServerParts): Promise<void> {
  const closed = stopListening(listener);
  for (const socket of sockets) socket.destroy();
  server.forceShutdown();
  await closed;
}

async function drain(running: ServerParts): Promise<void> {
  const closed = stopListening(running.listener);
  const limit = new AbortController();
  const drained = new Promise<void>((resolve) => {
    running.server.tryShutdown(() => {
      resolve();
    });
  });
  await Promise.race([drained, sleep(longestDrainMs, undefined, { signal: limit.signal })]);
  limit.abort();
  for (const socket of running.sockets) socket.destroy();
  running.server.forceShutdown();
  await closed;
}

function stopListening(listener: SocketServer): Promise<void> {
  return new Promise((resolve) => {
    listener.close(() => {
      resolve();
    });
  });
}

/** Node removes the file when it stops listening, so the file is moved away meanwhile. */
function keepingFile(path: string, stopNow: () => Promise<void>): Promise<void> {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  const stopped = stopNow();
  renameSync(aside, path);
  return stopped;
}
