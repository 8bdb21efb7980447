// SPDX-License-Identifier: Apache-2.0
import type { Statement, Verb } from '#guest/statement.js';
import type { VirtualProcess } from './virtual-process.js';

/** Executes a statement of the test program; returns a promise if that takes time. */
export type Execute<V extends Verb> = (
  process: VirtualProcess,
  statement: Statement<V>,
) => void | Promise<void>;
export type Executors<V extends Verb> = { readonly [Name in V]: Execute<Name> };

/** Thrown to exit with a code, from any depth. */
export class BoxExit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit ${exitCode}`);
    this.exitCode = exitCode;
  }
}
