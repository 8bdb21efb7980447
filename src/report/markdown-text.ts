// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';

/** Untrusted text in Markdown: its markup has no effect, and it cannot end a table cell. */
export function md(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>|#~&@]/gu, (char) =>
    /[<>&@]/u.test(char) ? entity(char) : `\\${char}`,
  );
}

function entity(char: string): string {
  return `&#${char.codePointAt(0) ?? 0};`;
}

export function mdTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
