// SPDX-License-Identifier: Apache-2.0
import { connect, type Socket } from 'node:net';

/** How a socket reacts to an HTTP/2 client. */
export type SocketSpeaks =
  | { readonly kind: 'http2' | 'nothing' | 'hangs-up' }
  | { readonly kind: 'http1' | 'other'; readonly text: string }
  | { readonly kind: 'refused'; readonly errno: string; readonly message: string };

const preface = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const settingsFrame = 4;

/** Connects, sends the HTTP/2 preface, and looks at the first bytes of the answer. */
export function sniffSocket(path: string, timeoutMs: number): Promise<SocketSpeaks> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const end = (speaks: SocketSpeaks): void => {
      socket.destroy();
      resolve(speaks);
    };
    const timer = setTimeout(end, timeoutMs, { kind: 'nothing' });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ kind: 'hangs-up' });
    });
    listen(socket, end);
  });
}

function listen(socket: Socket, end: (speaks: SocketSpeaks) => void): void {
  let connected = false;
  socket.on('connect', () => {
    connected = true;
    socket.write(preface);
  });
  socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    end(connected ? { kind: 'hangs-up' } : { kind: 'refused', errno: code ?? 'unknown', message });
  });
  socket.on('data', (bytes) => {
    end(classify(bytes));
  });
}

function classify(bytes: Buffer): SocketSpeaks {
  const text = bytes.subarray(0, 80).toString('latin1');
  if (text.startsWith('HTTP/1.')) return { kind: 'http1', text: text.split('\r\n')[0] ?? text };
  const isSettings = bytes.length >= 4 && bytes[3] === settingsFrame && bytes[0] === 0;
  return isSettings ? { kind: 'http2' } : { kind: 'other', text: JSON.stringify(text) };
}
