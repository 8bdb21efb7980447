// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { outputTo, writeAll, type Output } from './output.js';
import { refuseUntrusted } from './refuse-untrusted.js';

/** Streams from the shell: they are already open, and only root could replace these paths. */
const stream = /^\/(?:dev\/(?:null|stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** Only the owner may read it: the content may include Secrets. */
const ownerOnly = 0o600;

/**
 * Creates a new file for a growing output. An existing entry of that name is replaced, neither followed nor
 * written to. Throws for root if others may write to the directory.
 */
export function openOutput(path: string): Output {
  return outputTo(stream.test(normalize(path)) ? openStream(path) : inPlaceOf(path, () => undefined));
}

/** A full pipe must not block this process, signals included. */
function openStream(path: string): number {
  const mode = statSync(path).isFIFO() ? constants.O_NONBLOCK : 0;
  return openSync(path, constants.O_WRONLY | constants.O_APPEND | mode);
}

/** Replaces a file atomically: nobody reads half of it. Creates the directories above it. */
export async function replaceFile(path: string, text: string, signal: AbortSignal): Promise<void> {
  if (stream.test(normalize(path))) {
    const output = openOutput(path);
    output.write(text);
    await output.close(signal);
    return;
  }
  makeOutputDirectory(dirname(path));
  const whole = inPlaceOf(path, (descriptor) => {
    writeAll(descriptor, text);
  });
  closeSync(whole);
}

/**
 * The directory for our results; an existing one stays as it is. Throws for root if others may write there.
 */
export function makeOutputDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  refuseUntrustedIn(path);
}

/**
 * For a new entry of the directory: if that is sticky, as /tmp is, nobody can replace what we create in it.
 */
function refuseUntrustedIn(directory: string): void {
  refuseUntrusted(`${directory}/${randomUUID()}`, `Writing to ${directory}`);
}

function inPlaceOf(path: string, write: (descriptor: number) => void): number {
  refuseUntrustedIn(dirname(path));
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
    throw new Error(`${path} exists, and is not a regular file`);
  const draft = `${path}.${randomUUID()}`;
  const descriptor = openSync(draft, 'wx', ownerOnly);
  try {
    write(descriptor);
    renameSync(draft, path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(draft, { force: true });
    throw error;
  }
}
