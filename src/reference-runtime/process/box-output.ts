// SPDX-License-Identifier: Apache-2.0
import { numberedLine } from '#guest/numbered-line.js';
import type { Statement } from '#guest/statement.js';
import { filler, numberedPieces } from './pieces.js';
import type { Executors } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

const numbered = ({ count, text }: Statement<'lines' | 'elines'>): Iterable<string> =>
  numberedPieces([1, count], (n) => `${numberedLine(text, n)}\n`);

async function tick(process: VirtualProcess, { everyMs, text }: Statement<'tick'>): Promise<never> {
  for (let n = 1; ; n++) {
    process.print(`${numberedLine(text, n)}\n`);
    await process.sleep(everyMs);
  }
}

async function echo(process: VirtualProcess): Promise<void> {
  for (;;) {
    const chunk = await process.setup.io.stdin.read(process.signal);
    process.alive();
    if (chunk === undefined) return;
    process.write(chunk);
  }
}

export const outputStatements: Executors<
  'print' | 'eprint' | 'write' | 'ewrite' | 'lines' | 'elines' | 'bytes' | 'tick' | 'echo'
> = {
  print: (process, { text }) => {
    process.print(`${text}\n`);
  },
  eprint: (process, { text }) => {
    process.complain(`${text}\n`);
  },
  write: (process, { text }) => {
    process.print(text);
  },
  ewrite: (process, { text }) => {
    process.complain(text);
  },
  lines: (process, statement) => process.pour(numbered(statement)),
  elines: async (process, statement) => {
    for (const piece of numbered(statement)) {
      process.complain(piece);
      await process.breathe();
    }
  },
  bytes: (process, { count }) => process.pour(filler(count)),
  tick,
  echo,
};
