// SPDX-License-Identifier: Apache-2.0

const prefixOf = (text: string): string => (text === '' ? '' : `${text} `);

/** Line `n` of `lines` and `tick`, without the line break. */
export const numberedLine = (text: string, n: number): string => `${prefixOf(text)}${n}`;

/** The number at the end of such a line, NaN if there is none; undefined: a different line. */
export function numberOfLine(text: string, line: string): number | undefined {
  const prefix = prefixOf(text);
  return line.startsWith(prefix) ? Number(line.slice(prefix.length)) : undefined;
}
