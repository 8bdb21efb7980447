// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '#base/clock.js';
import { exhausted } from '../refuse.js';

export type StreamingSession = (request: IncomingMessage, socket: Duplex) => void;

interface Ticket {
  readonly session: StreamingSession;
  readonly goodUntilMs: number;
}

const lifetimeMs = 60_000;
/** The limit of the kubelet's streaming library. */
const maxTickets = 1000;
const maxConnections = 256;
const maxIdleMs = 4 * 60 * 60 * 1000;

/**
 * Sessions behind unguessable URLs that work once and expire. Listens from the first session on, and after a
 * close from the next one on.
 */
export class StreamingServer {
  readonly #clock: Clock;
  readonly #tickets = new Map<string, Ticket>();
  readonly #sockets = new Set<Socket>();
  /** Connections without a session. */
  readonly #early = new Set<Duplex>();
  #server: Promise<Server> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async url(kind: string, session: StreamingSession): Promise<string> {
    const server = await (this.#server ??= this.#listen());
    const now = this.#clock.nowMs();
    for (const [token, { goodUntilMs }] of this.#tickets) if (goodUntilMs < now) this.#tickets.delete(token);
    if (this.#tickets.size >= maxTickets) throw exhausted('sessions that nobody has opened', maxTickets);
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
    const server = createServer(
      { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 },
      (_request, response) => {
        response.writeHead(400).end('this wants an upgrade to SPDY or WebSocket\n');
      },
    );
    server.on('connection', (socket: Socket) => {
      this.#makeRoom(socket);
      this.#sockets.add(socket);
      this.#early.add(socket);
      socket.setTimeout(maxIdleMs, () => socket.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#early.delete(socket);
      });
      socket.on('error', () => socket.destroy());
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

  /** Anybody on the node can connect: drops the oldest connection without a session, never a session. */
  #makeRoom(newest: Socket): void {
    if (this.#sockets.size < maxConnections) return;
    const [oldest = newest] = this.#early;
    oldest.destroy();
  }

  #enter(request: IncomingMessage, socket: Duplex): void {
    const token = (request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '';
    const ticket = this.#tickets.get(token);
    this.#tickets.delete(token);
    if (ticket !== undefined && ticket.goodUntilMs >= this.#clock.nowMs()) {
      this.#early.delete(socket);
      ticket.session(request, socket);
      // ws has no timeout of its own, and removes ours.
      (socket as Socket).setTimeout(maxIdleMs);
    } else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
}
