// SPDX-License-Identifier: Apache-2.0
/** Quotes a word for a POSIX shell, if it needs quotes. */
export function shellQuoted(word: string): string {
  return /^[\w./:@%+=,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
