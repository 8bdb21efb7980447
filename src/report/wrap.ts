// SPDX-License-Identifier: Apache-2.0

/** Wraps words into lines of at most `width`; a longer word gets its own line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** `label    text`, with the text wrapped and indented. */
export function labelled(
  label: string,
  text: string,
  { indent, gutter, width }: { readonly indent: number; readonly gutter: number; readonly width: number },
): readonly string[] {
  const first = ' '.repeat(indent) + label.padEnd(gutter);
  const next = ' '.repeat(indent + gutter);
  return wrap(text, Math.max(30, width - indent - gutter)).map(
    (line, index) => (index === 0 ? first : next) + line,
  );
}
