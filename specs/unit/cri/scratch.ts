// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CriClient } from '#cri/client/client.js';
import { connectCri, type ConnectOptions } from '#cri/client/grpc-client.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { serveCri, type CriServer } from '#cri/server/server.js';

/** A directory of a test's own, and everything that has to go before it. */
export class Scratch {
  readonly #cleanups: (() => unknown)[] = [];
  #directory = '';

  async open(): Promise<void> {
    this.#directory = await mkdtemp(join(tmpdir(), 'criprobe-cri-'));
  }

  path(name: string): string {
    return join(this.#directory, name);
  }

  onClose(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  async serve(handlers: CriHandlers, name = 'cri.sock'): Promise<CriServer> {
    const server = await serveCri({ handlers, listen: this.path(name) });
    this.onClose(() => server.close());
    return server;
  }

  connect(options: Partial<ConnectOptions> = {}): CriClient {
    const client = connectCri({ runtimeEndpoint: this.path('cri.sock'), ...options });
    this.onClose(() => {
      client.close();
    });
    return client;
  }

  /** A server that knows nothing of gRPC. */
  async listen(onSocket: (socket: Socket) => void, name = 'cri.sock'): Promise<void> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(this.path(name), resolve));
    this.onClose(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  async close(): Promise<void> {
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
