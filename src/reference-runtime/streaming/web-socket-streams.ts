// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ByteSource } from '../process/byte-source.js';
import { isLeftUnread, roomIn } from './patience.js';
import { pushStdin, statusObject, type RemoteStreams, type WantedStreams } from './remote-streams.js';

const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3, close: 255 } as const;
const normalClosure = 1000;

interface Carrier {
  readonly webSocket: WebSocket;
  /** The socket below it. */
  readonly socket: Duplex;
}

/** The first byte of every message is its channel; 255 closes a channel (protocol v5). */
export function webSocketStreams({ webSocket, socket }: Carrier, wanted: WantedStreams): RemoteStreams {
  const stdin = wanted.stdin ? new ByteSource() : ByteSource.empty();
  const gone = new AbortController();
  webSocket.on('message', (bytes: Buffer) => {
    if (bytes[0] === channel.stdin) pushStdin(stdin, bytes.subarray(1), socket);
    if (bytes[0] === channel.close && bytes[1] === channel.stdin) stdin.close();
  });
  webSocket.on('close', () => {
    stdin.close();
    gone.abort();
  });
  const send = (to: number, bytes: Buffer): void => {
    if (webSocket.readyState !== webSocket.OPEN || isLeftUnread(socket)) return;
    webSocket.send(Buffer.concat([Buffer.from([to]), bytes]));
  };
  return {
    stdin,
    gone: gone.signal,
    stdout: (bytes) => {
      if (wanted.stdout) send(channel.stdout, bytes);
    },
    stderr: (bytes) => {
      if (wanted.stderr) send(channel.stderr, bytes);
    },
    room: () => roomIn(socket),
    finish: (outcome) => {
      send(channel.error, statusObject(outcome));
      webSocket.close(normalClosure);
    },
  };
}
