// SPDX-License-Identifier: Apache-2.0
import type { VirtualProcess } from './virtual-process.js';

/** Gives `false`, or a promise of it, when the words make no sense. */
export type Statement = (process: VirtualProcess, words: StatementWords) => unknown;

export interface StatementWords {
  /** The words after the first, separated by single blanks. */
  readonly words: readonly string[];
  /** What follows the first n words. */
  readonly rest: (n: number) => string;
}

/** Thrown to leave with a code, from any depth. */
export class BoxExit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit ${exitCode}`);
    this.exitCode = exitCode;
  }
}
