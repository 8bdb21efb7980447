// SPDX-License-Identifier: Apache-2.0
/** A word as a POSIX shell takes it for one, in quotes only where it needs them. */
export function shellQuoted(word: string): string {
  return /^[\w./:@%+=,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
