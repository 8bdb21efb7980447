// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import type { ImageContent } from '../image/stored-image.js';
import { applets } from './shell/applets.js';
import { boxProgram } from './box.js';
import { programFromRule } from './program-rule.js';
import type { Program } from './virtual-process.js';

/** A program by path or base name; a string is a rule such as `exits 4 after 0.1s`. */
export interface NamedProgram {
  readonly name: string;
  readonly rule: Program | string;
}

const notUnderstood = 127;
const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export class ProgramTable {
  readonly #own: ReadonlyMap<string, Program>;

  constructor(programs: readonly NamedProgram[]) {
    this.#own = new Map(
      programs.map(({ name, rule }) => [name, typeof rule === 'string' ? programFromRule(rule) : rule]),
    );
  }

  /** Undefined: the image has no such file. A program that the caller named always exists. */
  find(argv0: string, content: ImageContent, path: string = usualPath): Program | undefined {
    const name = posix.basename(argv0);
    const own = this.#own.get(argv0) ?? this.#own.get(name);
    if (own !== undefined) return own;
    if (content !== 'unknown' && !isIn(content, argv0, path)) return undefined;
    if (name === 'box' || name === 'pause') return boxProgram;
    if (name === 'busybox') return multiCall;
    return applets[name] ?? unknownProgram;
  }
}

/** `busybox sleep 1`. */
const multiCall: Program = (process) => {
  process.argv = process.argv.slice(1);
  return (applets[process.argv[0] ?? ''] ?? unknownProgram)(process);
};

function isIn(content: ReadonlyMap<string, unknown>, argv0: string, path: string): boolean {
  if (argv0.includes('/')) return content.has(posix.resolve('/', argv0));
  return path.split(':').some((directory) => content.has(posix.join(directory, argv0)));
}

const unknownProgram: Program = (process) => {
  process.complain(
    `${process.argv[0] ?? ''}: this runtime has no program of that name; see its table of programs\n`,
  );
  return notUnderstood;
};
