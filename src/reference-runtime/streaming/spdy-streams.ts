// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';
import { ByteSource } from '../process/byte-source.js';
import { statusObject, type RemoteStreams, type WantedStreams } from './remote-streams.js';
import { SpdySession, type SpdyStream } from './spdy-session.js';

/** Resolves when the client has opened every stream it asked for; undefined when it left before. */
export function spdyStreams(socket: Duplex, wanted: WantedStreams): Promise<RemoteStreams | undefined> {
  const names = [
    'error',
    ...(['stdin', 'stdout', 'stderr'] as const).filter((name) => wanted[name]),
    ...(wanted.tty ? ['resize'] : []),
  ];
  const open = new Map<string, SpdyStream>();
  const gone = new AbortController();
  const stdin = wanted.stdin ? new ByteSource() : ByteSource.empty();
  return new Promise((resolve) => {
    const session = new SpdySession(socket, (stream) => {
      const name = stream.headers.get('streamtype') ?? '';
      open.set(name, stream);
      if (name === 'stdin') feed(stdin, stream);
      if (names.every((one) => open.has(one))) resolve(remote(open, { stdin, gone: gone.signal }, socket));
    });
    void session.serve().then(() => {
      gone.abort();
      stdin.close();
      resolve(undefined);
    });
  });
}

function feed(stdin: ByteSource, stream: SpdyStream): void {
  stream.onData = (bytes) => {
    stdin.push(bytes);
  };
  stream.onEnd = () => {
    stdin.close();
  };
}

function remote(
  open: ReadonlyMap<string, SpdyStream>,
  here: Pick<RemoteStreams, 'stdin' | 'gone'>,
  socket: Duplex,
): RemoteStreams {
  return {
    ...here,
    stdout: (bytes) => open.get('stdout')?.write(bytes),
    stderr: (bytes) => open.get('stderr')?.write(bytes),
    finish: (outcome) => {
      open.get('error')?.write(statusObject(outcome));
      for (const stream of open.values()) stream.end();
      socket.end();
    },
  };
}
