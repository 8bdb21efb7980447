// SPDX-License-Identifier: Apache-2.0

/** Moves the cursor, changes the text direction, is invisible, or breaks a line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const everyUnprintable = new RegExp(unprintable, 'gu');

/** Azure and GitHub's old syntax find commands anywhere in a line: `##vso[`, `##[`. */
const commandInLine = /##(?=\w*\[)/g;
/** GitHub's new syntax needs the start of a line, and wrapping can put a word there: `::error::`. */
const commandOfWord = /(^|\s)::(?=[a-z][\w-]*(?:\s[^\n]*)?::)/gi;

/** Untrusted text as one harmless line: no cursor control, line breaks, direction changes, or CI commands. */
export function printable(text: string): string {
  return text
    .replace(everyUnprintable, shown)
    .replace(commandInLine, String.raw`#\#`)
    .replace(commandOfWord, String.raw`$1:\:`);
}

/** Untrusted text, line by line, where its line breaks are wanted. */
export function printableLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(printable);
}

function shown(char: string): string {
  if (char === '\n') return String.raw`\n`;
  if (char === '\t') return ' ';
  const code = char.codePointAt(0) ?? 0;
  if (code <= 0xff) return String.raw`\x` + code.toString(16).padStart(2, '0');
  return code <= 0xffff ? String.raw`\u` + code.toString(16).padStart(4, '0') : `\\u{${code.toString(16)}}`;
}

/** For pages and files: replaces each unprintable character with a mark. */
export function replaceUnprintable(text: string): string {
  return text.replace(everyUnprintable, (char) => (char === '\n' || char === '\t' ? char : '\uFFFD'));
}

/** Line breaks, colours and the live line, which we write ourselves. */
// eslint-disable-next-line no-control-regex -- these are the ones
const ownControls = /(\r\u001B\[2K|\u001B\[[\d;]*m|\n|\t)/;
const commandAtStart = /^([ \t]*)::(?=[a-z])/gim;

/** The last filter before a terminal or a CI log: passes only the control sequences we write. */
export function terminalSafe(text: string): string {
  const pieces = text.split(ownControls);
  return pieces
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(everyUnprintable, shown)))
    .join('')
    .replace(commandInLine, String.raw`#\#`)
    .replace(commandAtStart, String.raw`$1:\:`);
}
