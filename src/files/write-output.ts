// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { outputTo, writeAll, type Output } from './output.js';
import { refuseUntrusted } from './refuse-untrusted.js';

/** Streams that a shell gives us: they are open already, and only root can make these names. */
const stream = /^\/(?:dev\/(?:null|stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** For its owner alone: what is written may hold what a Secret held. */
const ownerOnly = 0o600;

/**
 * A new file under that name, for writing to while it grows. What had the name before is neither followed nor written to:
 * it loses the name. Thrown as root: others may write to the directory.
 */
export function openOutput(path: string): Output {
  return outputTo(stream.test(normalize(path)) ? openStream(path) : inPlaceOf(path, () => undefined));
}

/** A full pipe would hold up everything that goes on in this process, signals too. */
function openStream(path: string): number {
  const mode = statSync(path).isFIFO() ? constants.O_NONBLOCK : 0;
  return openSync(path, constants.O_WRONLY | constants.O_APPEND | mode);
}

/** The same for a text that is there as a whole: nobody ever reads half of it. Makes the directories above it. */
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

/** For our results; one that is there stays as it is. Thrown as root: others may write there. */
export function makeOutputDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  refuseUntrustedIn(path);
}

/** A new entry of the directory: where that is sticky, as /tmp is, nobody can replace what we make in it. */
function refuseUntrustedIn(directory: string): void {
  refuseUntrusted(`${directory}/${randomUUID()}`, `Writing to ${directory}`);
}

function inPlaceOf(path: string, write: (descriptor: number) => void): number {
  refuseUntrustedIn(dirname(path));
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
    throw new Error(`${path} is there, and is no file`);
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
