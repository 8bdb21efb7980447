// SPDX-License-Identifier: Apache-2.0
import { FileError } from '../files/file-error.js';
import { fileStatements } from './box-files.js';
import { networkStatements } from './box-network.js';
import { outputStatements } from './box-output.js';
import { processStatements } from './box-processes.js';
import { showStatements } from './box-show.js';
import { SIGINT, SIGTERM } from './signals.js';
import { BoxExit, type Statement } from './statement.js';
import type { Program, VirtualProcess } from './virtual-process.js';

const unknownStatement = 64;
const fileTrouble = 66;

/** The test program `/box` of our own images: each argument is one statement. */
export const box: Program = async (process) => {
  process.endsOnUnhandled = true;
  const statements = process.argv.slice(1);
  if (statements.length === 0) return pause(process);
  try {
    for (const statement of statements) {
      process.alive();
      await runStatement(process, statement);
    }
    return 0;
  } catch (error) {
    if (error instanceof BoxExit) return error.exitCode;
    if (!(error instanceof FileError)) throw error;
    process.complain(`box: ${error.message}\n`);
    return fileTrouble;
  }
};

function pause(process: VirtualProcess): Promise<never> {
  for (const number of [SIGTERM, SIGINT])
    process.on(number, () => {
      process.end(0);
    });
  return process.forever();
}

const nested: Readonly<Record<string, Statement>> = {
  'if-file': (process, { words, rest }) => {
    if (process.files.stat(process.path(words[0] ?? '')) !== undefined) return runStatement(process, rest(1));
  },
  times: (process, { words, rest }) => {
    const path = process.path(words[0] ?? '');
    const actor = process.setup.user;
    const count =
      process.files.stat(path) === undefined
        ? 0
        : Number.parseInt(process.files.read(path, actor).toString(), 10) || 0;
    if (count >= Number(words[1])) return;
    process.files.write(path, Buffer.from(`${count + 1}\n`), { append: false, actor });
    return runStatement(process, rest(2));
  },
};

const statements = new Map<string, Statement>(
  [outputStatements, processStatements, fileStatements, showStatements, networkStatements, nested].flatMap(
    (group) => Object.entries(group),
  ),
);

async function runStatement(process: VirtualProcess, text: string): Promise<void> {
  const [name = '', ...words] = text.split(' ');
  const rest = (n: number): string => words.slice(n).join(' ');
  const statement = statements.get(name);
  if (statement !== undefined && (await statement(process, { words, rest })) !== false) return;
  process.complain(`box: do not know: ${text}\n`);
  throw new BoxExit(unknownStatement);
}
