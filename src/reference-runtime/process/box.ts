// SPDX-License-Identifier: Apache-2.0
import { SIGINT, SIGTERM } from '#base/signal-numbers.js';
import { parseStatement } from '#guest/parse.js';
import {
  guestExitCodes,
  type ParsedStatement,
  type Reaction,
  type Statement,
  type Verb,
} from '#guest/statement.js';
import { FileError } from '../files/file-error.js';
import { fileStatements } from './box-files.js';
import { networkStatements } from './box-network.js';
import { outputStatements } from './box-output.js';
import { processStatements } from './box-processes.js';
import { showStatements } from './box-show.js';
import { BoxExit, type Execute, type Executors } from './statement.js';
import type { Program, VirtualProcess } from './virtual-process.js';

/** The test program `/box` of our images: each argument is one statement. */
export const boxProgram: Program = async (process) => {
  process.endsOnUnhandled = true;
  const statements = process.argv.slice(1);
  if (statements.length === 0) return pause(process);
  try {
    for (const statement of statements) {
      process.alive();
      await execute(process, parseStatement(statement));
    }
    return 0;
  } catch (error) {
    return exitCodeAfter(process, error);
  }
};

function pause(process: VirtualProcess): Promise<never> {
  for (const number of [SIGTERM, SIGINT])
    process.on(number, () => {
      process.end(0);
    });
  return process.forever();
}

/** Reports errors as the program would; rethrows everything else. */
function exitCodeAfter(process: VirtualProcess, error: unknown): number {
  if (error instanceof BoxExit) return error.exitCode;
  if (!(error instanceof FileError)) throw error;
  process.complain(`box: ${error.message}\n`);
  return guestExitCodes.notOpened;
}

/** Statements that run others. */
const nested: Executors<'if-file' | 'times' | 'on'> = {
  'if-file': (process, { path, then }) => {
    if (process.files.stat(process.path(path)) !== undefined) return execute(process, then);
  },
  times: (process, { path, limit, then }) => {
    const full = process.path(path);
    const actor = process.setup.user;
    const count =
      process.files.stat(full) === undefined
        ? 0
        : Number.parseInt(process.files.read(full, actor).toString(), 10) || 0;
    if (count >= limit) return;
    process.files.write(full, Buffer.from(`${count + 1}\n`), { append: false, actor });
    return execute(process, then);
  },
  on: (process, { signal, reaction }) => {
    process.on(signal, reaction.kind === 'ignores' ? 'ignore' : reactionOf(process, reaction));
  },
};

/** Processes that are about to exit: nothing delays that. */
const leaving = new WeakSet<VirtualProcess>();

function reactionOf(
  process: VirtualProcess,
  reaction: Exclude<Reaction, { readonly kind: 'ignores' }>,
): () => void {
  if (reaction.kind === 'runs')
    return () => {
      runNow(process, reaction.statement);
    };
  return () => {
    if (reaction.afterMs === 0) process.end(reaction.code);
    else void leaveLater(process, reaction.code, reaction.afterMs);
  };
}

async function leaveLater(process: VirtualProcess, code: number, afterMs: number): Promise<void> {
  if (leaving.has(process)) return;
  leaving.add(process);
  await process.setup.surroundings.clock.sleep(afterMs, process.signal);
  process.end(code);
}

/** Runs a signal's statement at once. */
function runNow(process: VirtualProcess, statement: ParsedStatement): void {
  try {
    void execute(process, statement);
  } catch (error) {
    process.end(exitCodeAfter(process, error));
  }
}

const executors: Executors<Verb> = {
  ...outputStatements,
  ...processStatements,
  ...fileStatements,
  ...showStatements,
  ...networkStatements,
  ...nested,
};

function execute(process: VirtualProcess, statement: ParsedStatement): void | Promise<void> {
  if (statement.do !== 'not-understood') return executeOne(process, statement);
  process.complain(`box: do not know: ${statement.text}\n`);
  throw new BoxExit(guestExitCodes.notUnderstood);
}

function executeOne<V extends Verb>(process: VirtualProcess, statement: Statement<V>): void | Promise<void> {
  const one: Execute<V> = executors[statement.do];
  return one(process, statement);
}
