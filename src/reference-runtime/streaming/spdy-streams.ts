// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';
import { ByteSource } from '../process/byte-source.js';
import { roomIn } from './patience.js';
import { pushStdin, statusObject, type RemoteStreams, type WantedStreams } from './remote-streams.js';
import { SpdySession, type SpdyStream } from './spdy-session.js';

const maxOpeningMs = 30_000;

/** Resolves when the client has opened every stream it requested; undefined if it left before. */
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
      if (name === 'stdin') feed(stdin, stream, socket);
      if (!names.every((one) => open.has(one))) return;
      clearTimeout(late);
      resolve(remote(open, { stdin, gone: gone.signal }, socket));
    });
    // As in real runtimes: a client that has not opened its streams by now never will.
    const late = setTimeout(() => socket.destroy(), maxOpeningMs);
    late.unref();
    void session.serve().then(() => {
      clearTimeout(late);
      gone.abort();
      stdin.close();
      resolve(undefined);
    });
  });
}

function feed(stdin: ByteSource, stream: SpdyStream, socket: Duplex): void {
  stream.onData = (bytes) => {
    pushStdin(stdin, bytes, socket);
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
    room: () => roomIn(socket),
    finish: (outcome) => {
      open.get('error')?.write(statusObject(outcome));
      for (const stream of open.values()) stream.end();
      socket.end();
    },
  };
}
