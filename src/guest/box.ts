// SPDX-License-Identifier: Apache-2.0
import { parseStatement } from './parse.js';
import type { ParsedStatement } from './statement.js';

/** Where our images have the test program. */
export const boxPath = '/box';

/**
 * The command that runs these statements, for a manifest or an exec: `box('print ready', 'wait')`. Throws on a statement that the
 * program would not understand, so that a mistake in a scenario shows when it is loaded and not in a verdict.
 */
export function box(...statements: readonly string[]): readonly string[] {
  for (const statement of statements) {
    const text = misunderstood(parseStatement(statement));
    if (text !== undefined) throw new SyntaxError(`the test program does not know: ${text}`);
  }
  return [boxPath, ...statements];
}

/** What is not understood of it, or of a statement that it holds. */
function misunderstood(statement: ParsedStatement): string | undefined {
  if (statement.do === 'not-understood') return statement.text;
  if (statement.do === 'if-file' || statement.do === 'times') return misunderstood(statement.then);
  return statement.do === 'on' && statement.reaction.kind === 'runs'
    ? misunderstood(statement.reaction.statement)
    : undefined;
}

/** What a command tells the test program to do; undefined: it runs another program. */
export function statementsIn(argv: readonly string[]): readonly ParsedStatement[] | undefined {
  return argv[0] === boxPath ? argv.slice(1).map(parseStatement) : undefined;
}

/**
 * The CRI does not tell the stop signal of an image. A container whose image asks for another than TERM names it in this variable,
 * where contracts find it.
 */
export const stopSignalVariable = 'IMAGE_STOP_SIGNAL';
