// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '#base/clock.js';

export type Session = (request: IncomingMessage, socket: Duplex) => void;

interface Ticket {
  readonly session: Session;
  readonly goodUntilMs: number;
}

const lifetimeMs = 60_000;

/**
 * Sessions behind URLs that nobody can guess, that work once and not for long. Listens from the first one on, and after a
 * close from the next one on.
 */
export class StreamingServer {
  readonly #clock: Clock;
  readonly #tickets = new Map<string, Ticket>();
  readonly #sockets = new Set<Socket>();
  #server: Promise<Server> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async url(kind: string, session: Session): Promise<string> {
    const server = await (this.#server ??= this.#listen());
    const now = this.#clock.nowMs();
    for (const [token, { goodUntilMs }] of this.#tickets) if (goodUntilMs < now) this.#tickets.delete(token);
    const token = randomBytes(16).toString('base64url');
    this.#tickets.set(token, { session, goodUntilMs: now + lifetimeMs });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${kind}/${token}`;
  }

  async close(): Promise<void> {
    const server = await this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    this.#tickets.clear();
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #listen(): Promise<Server> {
    const server = createServer((_request, response) => {
      response.writeHead(400).end('this wants an upgrade to SPDY or WebSocket\n');
    });
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      this.#enter(request, socket);
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        resolve(server);
      });
    });
  }

  #enter(request: IncomingMessage, socket: Duplex): void {
    const token = (request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '';
    const ticket = this.#tickets.get(token);
    this.#tickets.delete(token);
    if (ticket !== undefined && ticket.goodUntilMs >= this.#clock.nowMs()) ticket.session(request, socket);
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
}
