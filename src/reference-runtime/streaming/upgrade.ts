// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptKey, tunnel } from './web-socket.js';

/** What both sides will speak; the response is already sent. */
export interface Upgraded {
  readonly carrier: 'spdy' | 'web-socket';
  readonly socket: Duplex;
}

const spdy = 'SPDY/3.1';
const tunnelPrefix = 'SPDY/3.1+';

/** Undefined: the client was told that its protocol is not known here. */
export function upgrade(
  request: IncomingMessage,
  socket: Duplex,
  known: readonly string[],
): Upgraded | undefined {
  const to = request.headers.upgrade?.toLowerCase();
  if (to === spdy.toLowerCase()) return upgradeToSpdy(request, socket, known);
  if (to === 'websocket') return upgradeToWebSocket(request, socket, known);
  return refuse(socket, 'unknown upgrade');
}

function upgradeToSpdy(
  request: IncomingMessage,
  socket: Duplex,
  known: readonly string[],
): Upgraded | undefined {
  const offered = listed(request.headers['x-stream-protocol-version']);
  const chosen = known.find((one) => offered.includes(one));
  if (chosen === undefined && offered.length > 0)
    return refuse(socket, `none of ${offered.join(', ')} is known`);
  answer(socket, { Upgrade: spdy, ...(chosen !== undefined && { 'X-Stream-Protocol-Version': chosen }) });
  return { carrier: 'spdy', socket };
}

function upgradeToWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  known: readonly string[],
): Upgraded | undefined {
  const offered = listed(request.headers['sec-websocket-protocol']);
  const chosen = offered.find((one) => known.includes(one.replace(tunnelPrefix, '')));
  if (chosen === undefined) return refuse(socket, `none of ${offered.join(', ')} is known`);
  answer(socket, {
    Upgrade: 'websocket',
    'Sec-WebSocket-Accept': acceptKey(request.headers['sec-websocket-key'] ?? ''),
    'Sec-WebSocket-Protocol': chosen,
  });
  return chosen.startsWith(tunnelPrefix)
    ? { carrier: 'spdy', socket: tunnel(socket) }
    : { carrier: 'web-socket', socket };
}

const listed = (header: string | string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((line) => line.split(/\s*,\s*/))
    .filter((word) => word !== '');

function answer(socket: Duplex, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries({ Connection: 'Upgrade', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
}

function refuse(socket: Duplex, why: string): Upgraded | undefined {
  socket.end(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: ${why.length}\r\n\r\n${why}`);
  return undefined;
}
