// SPDX-License-Identifier: Apache-2.0

/** Moves cursors, turns the direction of text, hides in it, or breaks lines where no line ends. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const everyUnprintable = new RegExp(unprintable, 'gu');

/** Azure and the old form of GitHub find their commands anywhere in a line: `##vso[`, `##[`. */
const commandInLine = /##(?=\w*\[)/g;
/** GitHub's new form stands at the start of a line, to which a word may be wrapped: `::error::`. */
const commandOfWord = /(^|\s)::(?=[a-z][\w-]*(?:\s[^\n]*)?::)/gi;

/** Text of others as one harmless line: no cursor control, no line breaks, no direction tricks, no commands to a CI system. */
export function printable(text: string): string {
  return text
    .replace(everyUnprintable, shown)
    .replace(commandInLine, String.raw`#\#`)
    .replace(commandOfWord, String.raw`$1:\:`);
}

/** The same line by line, where line breaks of others are wanted. */
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

/** For pages and files, where a sign that nothing can be read there is enough. */
export function replaceUnprintable(text: string): string {
  return text.replace(everyUnprintable, (char) => (char === '\n' || char === '\t' ? char : '\uFFFD'));
}

/** Line breaks, colours, and the live line: what we write ourselves. */
// eslint-disable-next-line no-control-regex -- these are the ones
const ownControls = /(\r\u001B\[2K|\u001B\[[\d;]*m|\n|\t)/;
const commandAtStart = /^([ \t]*)::(?=[a-z])/gim;

/** The last look at what goes to a terminal or a CI log: nothing passes that is not of our own making. */
export function terminalSafe(text: string): string {
  const pieces = text.split(ownControls);
  return pieces
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(everyUnprintable, shown)))
    .join('')
    .replace(commandInLine, String.raw`#\#`)
    .replace(commandAtStart, String.raw`$1:\:`);
}
