// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer, type WebSocket } from 'ws';

/** The negotiated protocol; the response is already sent. */
export type UpgradedConnection =
  | { readonly carrier: 'spdy'; readonly socket: Duplex }
  /** The socket below it. */
  | { readonly carrier: 'web-socket'; readonly webSocket: WebSocket; readonly socket: Duplex };

/** Of one message, in any number of frames. */
const maxMessageBytes = 4 * 1024 * 1024;

const spdy = 'SPDY/3.1';
const tunnelPrefix = 'SPDY/3.1+';

/** Undefined: the protocol is unknown, and the client was told so. */
export function upgrade(
  request: IncomingMessage,
  socket: Duplex,
  known: readonly string[],
): UpgradedConnection | undefined {
  const to = request.headers.upgrade?.toLowerCase();
  if (to === spdy.toLowerCase()) return upgradeToSpdy(request, socket, known);
  if (to === 'websocket') return upgradeToWebSocket(request, socket, known);
  return refuse(socket, 'unknown upgrade');
}

function upgradeToSpdy(
  request: IncomingMessage,
  socket: Duplex,
  known: readonly string[],
): UpgradedConnection | undefined {
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
): UpgradedConnection | undefined {
  const offered = listed(request.headers['sec-websocket-protocol']);
  const chosen = offered.find((one) => known.includes(one.replace(tunnelPrefix, '')));
  if (chosen === undefined) return refuse(socket, `none of ${offered.join(', ')} is known`);
  const webSocket = accept(request, socket, chosen);
  if (webSocket === undefined) return undefined;
  if (!chosen.startsWith(tunnelPrefix)) return { carrier: 'web-socket', webSocket, socket };
  // The tunnel's reader sees the error, too; nobody else needs to.
  return { carrier: 'spdy', socket: createWebSocketStream(webSocket).on('error', () => undefined) };
}

/** Undefined: not a WebSocket request, and the client was told so. */
function accept(request: IncomingMessage, socket: Duplex, protocol: string): WebSocket | undefined {
  const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: maxMessageBytes });
  // Hidden from ws, which rejects protocol names with a slash: the tunnel's has one.
  delete request.headers['sec-websocket-protocol'];
  server.on('headers', (headers) => headers.push(`Sec-WebSocket-Protocol: ${protocol}`));
  let accepted: WebSocket | undefined;
  server.handleUpgrade(request, socket, Buffer.alloc(0), (webSocket) => {
    accepted = webSocket;
  });
  // On its own, ws would wait for the client to close.
  accepted?.on('error', () => {
    socket.destroy();
  });
  return accepted;
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

function refuse(socket: Duplex, why: string): UpgradedConnection | undefined {
  socket.end(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: ${why.length}\r\n\r\n${why}`);
  return undefined;
}
