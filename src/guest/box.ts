// SPDX-License-Identifier: Apache-2.0
import { parseStatement } from './parse.js';
import type { ParsedStatement } from './statement.js';

/** Path of the test program in our images. */
export const boxPath = '/box';

/**
 * The command that runs these statements, for a manifest or an exec: `box('print ready', 'wait')`. Throws on
 * a statement that the program would not understand, so that a mistake in a scenario shows on loading and not
 * in a verdict.
 */
export function box(...statements: readonly string[]): readonly string[] {
  for (const statement of statements) {
    const text = misunderstood(parseStatement(statement));
    if (text !== undefined) throw new SyntaxError(`the test program does not understand: ${text}`);
  }
  return [boxPath, ...statements];
}

/** The part of the statement, or of one within it, that is not understood. */
function misunderstood(statement: ParsedStatement): string | undefined {
  if (statement.do === 'not-understood') return statement.text;
  if (statement.do === 'if-file' || statement.do === 'times') return misunderstood(statement.then);
  return statement.do === 'on' && statement.reaction.kind === 'runs'
    ? misunderstood(statement.reaction.statement)
    : undefined;
}

/** The statements of a command; undefined: it runs another program. */
export function statementsIn(argv: readonly string[]): readonly ParsedStatement[] | undefined {
  return argv[0] === boxPath ? argv.slice(1).map(parseStatement) : undefined;
}

/**
 * The CRI does not report an image's stop signal. A container whose image has one other than TERM names it in
 * this variable, for contracts to read.
 */
export const stopSignalVariable = 'IMAGE_STOP_SIGNAL';
