// SPDX-License-Identifier: Apache-2.0
import { closeSync, fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { abortedAfter, endsBefore } from '#base/giving-up.js';

/** A destination for text. */
export interface Output {
  /** Never throws, and never waits for the reader of a pipe. */
  write(text: string): void;
  /** Aborts with the error if a write fails; nothing is written after that. */
  readonly broken: AbortSignal;
  /** Resolves when everything is written, or some seconds after the signal. Throws why it is incomplete. */
  close(signal: AbortSignal): Promise<void>;
}

export function outputTo(descriptor: number): Output {
  return fstatSync(descriptor).isFIFO() ? pipeOutput(descriptor) : fileOutput(descriptor);
}

/** A pipe, or a disk that is nearly full, may take only part of it at first. */
export function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

function fileOutput(descriptor: number): Output {
  const broken = new AbortController();
  let isOpen = true;
  return {
    broken: broken.signal,
    write(text) {
      if (!isOpen || broken.signal.aborted) return;
      try {
        writeAll(descriptor, text);
      } catch (error) {
        broken.abort(error);
      }
    },
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
      return broken.signal.aborted ? Promise.reject(broken.signal.reason as Error) : Promise.resolve();
    },
  };
}

const maxQueuedBytes = 64_000_000;
/** Time for a slow reader. */
const endingMs = 3_000;

/** For a non-blocking descriptor. */
function pipeOutput(descriptor: number): Output {
  const pipe = new Socket({ fd: descriptor, readable: false, writable: true });
  const broken = new AbortController();
  const breakOff = (error: unknown): void => {
    broken.abort(error);
    pipe.destroy();
  };
  pipe.on('error', breakOff);
  return {
    broken: broken.signal,
    write(text) {
      if (pipe.destroyed) return;
      if (pipe.writableLength > maxQueuedBytes) breakOff(new Error('64 MB are unread'));
      else pipe.write(text);
    },
    async close(signal) {
      const written = new Promise<void>((resolve) => {
        pipe.write('', (error) => {
          if (error) broken.abort(error);
          resolve();
        });
      });
      if (!(await endsBefore(abortedAfter(signal, endingMs), written)))
        broken.abort(new Error('nobody reads it'));
      pipe.destroy();
      broken.signal.throwIfAborted();
    },
  };
}
