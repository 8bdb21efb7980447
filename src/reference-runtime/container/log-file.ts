// SPDX-License-Identifier: Apache-2.0
import { closeSync, constants, mkdirSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { openRegular } from '../files/regular-file.js';

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
const longestChunk = 16 * 1024;
const newline = 10;

export type StreamName = 'stdout' | 'stderr';

/** A container's log in the CRI format: time, stream, F or P, content. */
export class LogFile {
  readonly path: string;
  readonly #now: () => bigint;
  readonly #pending = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  readonly #pendingBytes = { stdout: 0, stderr: 0 };
  lostRecords = 0;
  #fd: number | undefined;

  constructor(path: string, now: () => bigint) {
    this.path = path;
    this.#now = now;
  }

  /** Throws if the file cannot be created, or is not a regular file; then the old one stays in use. */
  open(): void {
    if (this.path === '') return;
    mkdirSync(dirname(this.path), { recursive: true });
    const fd = openRegular(this.path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o640);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = fd;
  }

  write(stream: StreamName, bytes: Buffer): void {
    const records: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      this.#add(records, stream, bytes.subarray(from, end));
      records.push(this.#record(stream, 'F'));
      from = end + 1;
    }
    if (from < bytes.length) this.#add(records, stream, bytes.subarray(from));
    this.#flush(records);
  }

  /** Writes an unterminated last line as a full one. */
  close(): void {
    const streams: StreamName[] = ['stdout', 'stderr'];
    this.#flush(
      streams.filter((stream) => this.#pendingBytes[stream] > 0).map((stream) => this.#record(stream, 'F')),
    );
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #add(records: Buffer[], stream: StreamName, bytes: Buffer): void {
    let rest = bytes;
    while (this.#pendingBytes[stream] + rest.length > longestChunk) {
      const room = longestChunk - this.#pendingBytes[stream];
      this.#keep(stream, rest.subarray(0, room));
      records.push(this.#record(stream, 'P'));
      rest = rest.subarray(room);
    }
    this.#keep(stream, rest);
  }

  #keep(stream: StreamName, bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pending[stream].push(Buffer.from(bytes));
    this.#pendingBytes[stream] += bytes.length;
  }

  #record(stream: StreamName, tag: 'F' | 'P'): Buffer {
    const content = this.#pending[stream].splice(0);
    this.#pendingBytes[stream] = 0;
    return Buffer.concat([
      Buffer.from(`${rfc3339Nano(this.#now())} ${stream} ${tag} `),
      ...content,
      Buffer.from('\n'),
    ]);
  }

  /** A full disk costs output, but does not end the process. */
  #flush(records: readonly Buffer[]): void {
    if (this.#fd === undefined || records.length === 0) return;
    try {
      writeSync(this.#fd, Buffer.concat(records));
    } catch {
      this.lostRecords += records.length;
    }
  }
}

export function rfc3339Nano(ns: bigint): string {
  const seconds = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(ns % 1_000_000_000n).padStart(9, '0')}Z`;
}
