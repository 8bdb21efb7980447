// SPDX-License-Identifier: Apache-2.0
import { filler, numberedPieces } from './pieces.js';
import type { Statement } from './statement.js';
import { parseUnitDuration, sizeBytes } from './units.js';
import type { VirtualProcess } from './virtual-process.js';

const numberedLine = (text: string, n: number): string => (text === '' ? `${n}\n` : `${text} ${n}\n`);

const numbered = (count: string | undefined, text: string): Iterable<string> =>
  numberedPieces([1, Number(count)], (n) => numberedLine(text, n));

async function tick(process: VirtualProcess, everyMs: number, text: string): Promise<never> {
  for (let n = 1; ; n++) {
    process.print(numberedLine(text, n));
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

export const outputStatements: Readonly<Record<string, Statement>> = {
  print: (process, { rest }) => {
    process.print(`${rest(0)}\n`);
  },
  eprint: (process, { rest }) => {
    process.complain(`${rest(0)}\n`);
  },
  write: (process, { rest }) => {
    process.print(rest(0));
  },
  ewrite: (process, { rest }) => {
    process.complain(rest(0));
  },
  lines: (process, { words, rest }) => process.pour(numbered(words[0], rest(1))),
  elines: async (process, { words, rest }) => {
    for (const piece of numbered(words[0], rest(1))) {
      process.complain(piece);
      await process.breathe();
    }
  },
  bytes: (process, { words }) => {
    const count = sizeBytes(words[0] ?? '');
    if (count === undefined) return false;
    return process.pour(filler(count));
  },
  tick: (process, { words, rest }) => {
    const everyMs = parseUnitDuration(words[0] ?? '');
    return everyMs === undefined ? false : tick(process, everyMs, rest(1));
  },
  echo,
};
