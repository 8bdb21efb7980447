// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { jsonText } from '#base/text/json-text.js';
import { printable, printableLines, replaceUnprintable, terminalSafe } from '#base/text/printable.js';

const hostile: readonly (readonly [string, string])[] = [
  ['an escape sequence', '\u001b[2J'],
  ['a title', '\u001b]0;title\u0007'],
  ['a control character of eight bits', '\u009b31m'],
  ['a bidi override', '\u202e'],
  ['a bidi isolate', '\u2066'],
  ['an Arabic mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a tag character', '\u{e0041}'],
  ['half a character', '\ud800'],
  ['a line separator', '\u2028'],
  ['NUL', '\0'],
  ['DEL', '\u007f'],
  ['a lone carriage return', '\r'],
];
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe('text of others', () => {
  it.each(hostile)('shows %s as harmless signs', (_, bad) => {
    const text = `before${bad}after`;
    for (const shown of [printable(text), ...printableLines(text), terminalSafe(text)]) {
      expect(shown).not.toMatch(forbidden);
      expect(shown).toMatch(/^before.+after$/);
    }
    expect(replaceUnprintable(text)).not.toMatch(forbidden);
  });

  it.each(hostile)('can be read back from JSON with %s', (_, bad) => {
    const json = jsonText({ [bad]: [bad] });
    expect(json.replaceAll('\n', '')).not.toMatch(forbidden);
    expect(JSON.parse(json)).toEqual({ [bad]: [bad] });
  });

  it.each([
    '::error::x',
    'a ::error file=a,line=1::x',
    '##vso[task.setvariable]x',
    'a ##[command]x',
    '::add-mask::x',
  ])('gives no command to a CI system: %s', (text) => {
    for (const shown of [printable(text), terminalSafe(text)]) {
      expect(shown).not.toMatch(/^\s*::[a-z]/);
      expect(shown).not.toMatch(/##\w*\[/);
    }
    // Whatever is wrapped may come to stand at the start of a line.
    expect(printable(text)).not.toMatch(/\s::[a-z]/);
    expect(jsonText([text])).not.toMatch(/##\w*\[/);
    expect(JSON.parse(jsonText([text]))).toEqual([text]);
  });

  it('keeps what is harmless', () => {
    for (const text of ['unix:///run/x.sock  fe80::1 ::1', '✔ größer → 日本語 🙂', '## a heading [x]']) {
      expect(printable(text)).toBe(text);
      expect(terminalSafe(text)).toBe(text);
    }
    expect(printable('a\nb\tc')).toBe(String.raw`a\nb c`);
    expect(printableLines('a\r\nb\nc')).toEqual(['a', 'b', 'c']);
  });
});

describe('the last look at what goes out', () => {
  it('lets pass what we write ourselves', () => {
    const ours = '\r\u001b[2K\u001b[1mbold\u001b[22m\n\t\u001b[38;5;1mred\u001b[0m ┌─┐\n';
    expect(terminalSafe(ours)).toBe(ours);
  });

  it('stops a command at the start of any line, also an indented one', () => {
    expect(terminalSafe('seen\n    ::error::x\n::set-output::y\n')).toBe(
      String.raw`seen${'\n'}    :\:error::x${'\n'}:\:set-output::y${'\n'}`,
    );
  });
});
