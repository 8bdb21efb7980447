// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import { normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { unlessAborted } from '#base/giving-up.js';
import { codeOf, ifThere } from './file-errors.js';
import { pinNamed, type PinnedEntry } from './held-directory.js';
import { openRegularFile, readPart } from './read-bounded.js';
import { NotOurs } from './steps-below.js';

/**
 * Limit for policies, configs and lists that people write; parsed YAML takes several hundred times as much
 * memory.
 */
export const maxSettingsBytes: number = 512 << 10;
export const maxManifestBytes: number = 4 << 20;

const stdinNames = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/;

/**
 * Reads a file that the user named, or a pipe from the shell: `<(…)`, /dev/stdin. Throws if the text is too
 * long, if a FIFO has no writer, and once the signal aborts.
 */
export async function readNamedText(path: string, maxBytes: number, signal?: AbortSignal): Promise<string> {
  const handle = pinNamed(path, (pinned) => opened(pinned, path));
  if (handle === undefined) return readStandardInput(maxBytes, signal);
  if (fstatSync(handle).isFIFO()) return readPipe(handle, path, { maxBytes, signal });
  return wholeOf(handle, path, maxBytes);
}

/** Reads a regular file only, so it never blocks. */
export function readFileText(path: string, maxBytes: number): string {
  return wholeOf(
    pinNamed(path, (pinned) => openRegularFile(pinned, path)),
    path,
    maxBytes,
  );
}

export function readStandardInput(maxBytes: number, signal?: AbortSignal): Promise<string> {
  return readStream(process.stdin, { name: 'standard input', begin: [], maxBytes, signal });
}

/** Undefined: our standard input is a terminal or a socket, which cannot be reopened. */
function opened(pinned: PinnedEntry, path: string): number | undefined {
  const { stats } = pinned;
  if (stats.isFIFO()) return openSync(pinned.path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!stats.isFile() && stdinNames.test(normalize(path))) return undefined;
  return openRegularFile(pinned, path);
}

function wholeOf(handle: number, path: string, maxBytes: number): string {
  try {
    const bytes = readPart(handle, { maxBytes: maxBytes + 1 });
    if (bytes.length > maxBytes) throw tooLarge(path, maxBytes);
    return bytes.toString();
  } finally {
    closeSync(handle);
  }
}

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

async function readPipe(handle: number, path: string, limits: Limits): Promise<string> {
  const begin = firstOf(handle);
  if (begin?.length !== 0) {
    const pipe = new Socket({ fd: handle, readable: true, writable: false });
    return readStream(pipe, { name: path, begin: begin === undefined ? [] : [begin], ...limits });
  }
  // An anonymous pipe had its writer before we opened it.
  const name = ifThere(() => readlinkSync(`/proc/self/fd/${handle}`));
  closeSync(handle);
  if (name?.startsWith('pipe:') !== true) throw new NotOurs(`${path} is a FIFO without a writer`);
  return '';
}

/** Does not block. Undefined: a writer exists that has written nothing yet. Empty: there is no writer. */
function firstOf(handle: number): Buffer | undefined {
  const chunk = Buffer.alloc(4096);
  try {
    return chunk.subarray(0, readSync(handle, chunk));
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    closeSync(handle);
    throw error;
  }
}

interface ReadState extends Limits {
  readonly name: string;
  readonly begin: readonly Buffer[];
}

async function readStream(source: Readable, { signal, ...reading }: ReadState): Promise<string> {
  const text = textOf(source, reading);
  try {
    return await (signal === undefined ? text : unlessAborted(text, signal, () => new Error('interrupted')));
  } finally {
    source.destroy();
  }
}

async function textOf(
  source: AsyncIterable<Buffer>,
  { name, begin, maxBytes }: Omit<ReadState, 'signal'>,
): Promise<string> {
  const chunks = [...begin];
  let length = Buffer.concat(chunks).length;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(name, maxBytes);
  }
  return Buffer.concat(chunks).toString();
}

function tooLarge(name: string, maxBytes: number): Error {
  return new NotOurs(`${name} is larger than ${maxBytes / 2 ** 20} MiB`);
}
