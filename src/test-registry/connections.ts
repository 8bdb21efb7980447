// SPDX-License-Identifier: Apache-2.0
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const maxConnections = 256;

/** Keeps the connection open until the answer is sent, even if new ones arrive. */
export type Protect = (response: ServerResponse) => void;

/**
 * Limits the number of connections. A new one replaces the oldest unprotected one, so a client that opens
 * many loses only its own.
 */
export function limitConnections(server: Server, max: number = maxConnections): Protect {
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= max) {
      const [oldest = socket] = [...open].find(([, answers]) => answers === 0) ?? [];
      open.delete(oldest);
      oldest.destroy();
    }
    if (socket.destroyed) return;
    open.set(socket, 0);
    socket.on('close', () => open.delete(socket));
  });
  const count = (socket: Socket, more: 1 | -1): void => {
    const answers = open.get(socket);
    if (answers !== undefined) open.set(socket, answers + more);
  };
  return (response) => {
    const { socket } = response;
    if (socket === null) return;
    count(socket, 1);
    response.once('close', () => {
      count(socket, -1);
    });
  };
}
