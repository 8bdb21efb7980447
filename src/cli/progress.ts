// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/printable.js';
import type { Progress } from '#app/use-case.js';

export const silent: Progress = { line: () => undefined, live: () => undefined };

/** Lines as they come; nothing moves. For CI and pipes. */
export function plainProgress(write: (text: string) => void): Progress {
  return {
    line: (text) => {
      write(`${printable(text)}\n`);
    },
    live: () => undefined,
  };
}

const clearLine = '\r\u001B[2K';

/** The same, with one live line at the bottom that is redrawn in place. */
export function terminalProgress(write: (text: string) => void, columns: () => number): Progress {
  let shown = '';
  return {
    line(text) {
      write(`${shown === '' ? '' : clearLine}${printable(text)}\n${shown}`);
    },
    live(text) {
      const next = printable(text).slice(0, Math.max(0, columns() - 1));
      if (next === shown) return;
      write(`${shown === '' ? '' : clearLine}${next}`);
      shown = next;
    },
  };
}
