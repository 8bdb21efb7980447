// SPDX-License-Identifier: Apache-2.0
import type { Duplex } from 'node:stream';
import type { ByteSource } from '../process/byte-source.js';

/** The streams that an exec or attach session requests. */
export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** The client's side of a session, whatever the protocol. */
export interface RemoteStreams {
  readonly stdin: ByteSource;
  readonly stdout: (bytes: Buffer) => void;
  readonly stderr: (bytes: Buffer) => void;
  /** Resolves when the client has read what it was sent. */
  readonly room: () => Promise<void>;
  /** Reports the outcome, and ends the session. */
  readonly finish: (outcome: SessionOutcome) => void;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
}

const maxUnreadBytes = 16 * 1024 * 1024;

/** A client that sends more than a process reads loses its session. */
export function pushStdin(stdin: ByteSource, bytes: Buffer, socket: Duplex): void {
  if (stdin.bufferedBytes > maxUnreadBytes) socket.destroy();
  else stdin.push(bytes);
}

/** An exit code, or why there is none. */
export type SessionOutcome = number | string;

/** The Kubernetes Status object that tells a client how its command ended. */
export function statusObject(outcome: SessionOutcome): Buffer {
  if (outcome === 0) return json({ metadata: {}, status: 'Success' });
  if (typeof outcome === 'string')
    return json({ metadata: {}, status: 'Failure', reason: 'InternalError', message: outcome, code: 500 });
  return json({
    metadata: {},
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: `command terminated with exit code ${outcome}`,
    details: { causes: [{ reason: 'ExitCode', message: String(outcome) }] },
  });
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
