// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import { withoutTelling } from '#base/text/secrets.js';
import type { Progress } from '#app/shared/use-case.js';

/** The text may quote the runtime. */
const harmless = (text: string): string => printable(withoutTelling(text));

export const silent: Progress = { line: () => undefined, live: () => undefined };

/** Plain lines, for CI and pipes. */
export function plainProgress(write: (text: string) => void): Progress {
  return {
    line: (text) => {
      write(`${harmless(text)}\n`);
    },
    live: () => undefined,
  };
}

const clearLine = '\r\u001B[2K';

/** Plain lines, and a live line at the bottom that is redrawn in place. */
export function terminalProgress(write: (text: string) => void, columns: () => number): Progress {
  let shown = '';
  return {
    line(text) {
      write(`${shown === '' ? '' : clearLine}${harmless(text)}\n${shown}`);
    },
    live(text) {
      const next = harmless(text).slice(0, Math.max(0, columns() - 1));
      if (next === shown) return;
      write(`${shown === '' ? '' : clearLine}${next}`);
      shown = next;
    },
  };
}
