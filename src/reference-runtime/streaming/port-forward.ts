// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';
import type { Sandbox } from '../sandbox/sandbox.js';
import { SpdySession, type SpdyStream } from './spdy-session.js';

interface Pair {
  error?: SpdyStream;
  data?: SpdyStream;
}

const maxHalfOpen = 128;
const maxUnreadBytes = 16 * 1024 * 1024;

/** Each connection is two streams with the same request id; a failing one does not end the others. */
export function servePortForward(sandbox: Sandbox, socket: Duplex): void {
  const pairs = new Map<string, Pair>();
  const session = new SpdySession(socket, (stream) => {
    const id = stream.headers.get('requestid') ?? '';
    const pair = pairs.get(id) ?? {};
    pairs.set(id, pair);
    if (stream.headers.get('streamtype') === 'error') pair.error = stream;
    else pair.data = stream;
    if (pairs.size > maxHalfOpen) socket.destroy();
    if (pair.error === undefined || pair.data === undefined) return;
    pairs.delete(id);
    join(sandbox, pair.error, pair.data);
  });
  void session.serve();
}

function join(sandbox: Sandbox, error: SpdyStream, data: SpdyStream): void {
  const port = Number(data.headers.get('port') ?? 0);
  const inside = sandbox.sockets.connect(port);
  data.onData = (bytes) => {
    if (inside.writableLength > maxUnreadBytes) inside.destroy();
    else inside.write(bytes);
  };
  data.onEnd = () => inside.end();
  inside.on('data', (bytes: Buffer) => {
    data.write(bytes);
  });
  inside.on('error', (cause) => {
    error.write(Buffer.from(`port ${port}: ${cause.message}`));
  });
  inside.on('close', () => {
    data.end();
    error.end();
  });
}
