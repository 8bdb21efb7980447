// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';

const maxUnreadBytes = 16 * 1024 * 1024;

/** Resolves when the client has read what it was sent, or is gone. */
export async function roomIn(socket: Duplex): Promise<void> {
  if (!socket.writableNeedDrain || socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** Not every writer can wait: a client that leaves too much unread loses its session. */
export function send(socket: Duplex, bytes: Buffer): void {
  if (!socket.writableEnded && !isLeftUnread(socket)) socket.write(bytes);
}

/** The client is gone, or is disconnected now. */
export function isLeftUnread(socket: Duplex): boolean {
  if (socket.writableLength > maxUnreadBytes) socket.destroy();
  return socket.destroyed;
}
