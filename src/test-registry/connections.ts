// SPDX-License-Identifier: Apache-2.0
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const maxConnections = 256;

/** Until the answer is out, its connection is not given up for a new one. */
export type Protect = (response: ServerResponse) => void;

/**
 * Never more than some connections at a time. A new one takes the place of the oldest that is not protected: whoever
 * opens many only loses his own.
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
