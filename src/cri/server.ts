// SPDX-License-Identifier: Apache-2.0
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { createServer, type Server as SocketServer, type Socket } from 'node:net';

import type { ApiVersion } from './api-version.js';
import { AuthorityRewriter } from './authority-rewriter.js';
import { messageLimitBytes } from './call-failure.js';
import { socketPath } from './endpoint.js';
import type { CriHandlers } from './handlers.js';
import { listenOnSocket } from './listen-on-socket.js';
import { serviceImplementations } from './service-implementations.js';

export interface ServeOptions {
  readonly handlers: CriHandlers;
  /** A socket's path, bare or with `unix:`. Its directory must exist. */
  readonly listen: string;
  /** Both, unless named. */
  readonly apiVersions?: readonly ApiVersion[];
}

export interface CriServer extends AsyncDisposable {
  /** `unix:` and the path. */
  readonly endpoint: string;
  /** Ends what runs, closes every connection and removes the socket. */
  close(): Promise<void>;
}

/** Serves CRI on a unix socket, also to clients whose `:authority` is the socket's path. */
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
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= shutDown(listener, server, sockets));
  return { endpoint: `unix:${path}`, close, [Symbol.asyncDispose]: close };
}

async function shutDown(listener: SocketServer, server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    listener.close(() => {
      resolve();
    });
  });
  server.forceShutdown();
  for (const socket of sockets) socket.destroy();
  await closed;
}
