// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { FileError } from '../../files/file-error.js';
import type { Program, VirtualProcess } from '../virtual-process.js';

const defaultLines = 10;

/** `tail -f` prints what there is and keeps running. */
const tail: Program = (process) => {
  const words = process.argv.slice(1);
  const count = Number(valueOf(words, '-n')?.replace('+', '') ?? defaultLines);
  const paths = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-n');
  for (const path of paths) {
    if (process.path(path) !== '/dev/null') process.print(lastLines(process.read(path), count));
  }
  return words.some((word) => /^-\w*[fF]/.test(word)) ? process.forever() : 0;
};

function lastLines(bytes: Buffer, count: number): string {
  const lines = bytes.toString().split(/(?<=\n)/);
  return lines.slice(-count).join('');
}

const usleep: Program = async (process) => {
  await process.sleep(Number(process.argv[1] ?? 0) / 1000);
  return 0;
};

/** `nc -l -p 80` echoes forever; no other use is supported. */
const nc: Program = async (process) => {
  const words = process.argv.slice(1);
  const isListening = words.some((word) => /^-\w*l/.test(word));
  const port = Number(valueOf(words, '-p') ?? words.findLast((word) => /^\d+$/.test(word)));
  if (!isListening || !(port > 0)) return 1;
  const failure = await process.setup.surroundings.sockets.listen('tcp', port, process.signal);
  process.alive();
  if (failure !== undefined) throw new FileError(String(port), failure);
  return process.forever();
};

const httpPort = 80;

/**
 * `httpd -f -p 8080 -h /www` serves the directory, else 404. In the background it would end the container.
 */
const httpd: Program = async (process) => {
  const words = process.argv.slice(1);
  const port = Number(valueOf(words, '-p')?.split(':').at(-1) ?? httpPort);
  const home = valueOf(words, '-h') ?? process.cwd;
  const page = (path: string): Buffer | undefined => pageAt(process, posix.join(home, path));
  const failure = await process.setup.surroundings.sockets.serveHttp(port, page, process.signal);
  process.alive();
  if (failure !== undefined) throw new FileError(String(port), failure);
  return process.forever();
};

function pageAt(process: VirtualProcess, path: string): Buffer | undefined {
  const { files } = process.setup.surroundings;
  const at = [path, posix.join(path, 'index.html')].find((each) => files.stat(each)?.kind === 'file');
  return at === undefined ? undefined : process.read(at);
}

/** From `-p 80` or `-p80`. */
function valueOf(words: readonly string[], flag: string): string | undefined {
  const at = words.findIndex((word) => word.startsWith(flag) || isCluster(word, flag));
  const word = words[at];
  if (word === undefined) return undefined;
  return word.startsWith(flag) && word.length > flag.length ? word.slice(flag.length) : words[at + 1];
}

/** `-lp 80` is `-l -p 80`. */
const isCluster = (word: string, [, letter = '']: string): boolean =>
  /^-[a-zA-Z]+$/.test(word) && word.endsWith(letter);

/** Programs that pods use only to keep running. */
export const waitingApplets: Readonly<Record<string, Program>> = { tail, usleep, nc, httpd };
