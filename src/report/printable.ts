// SPDX-License-Identifier: Apache-2.0

/** Text of a runtime as one harmless line: no cursor control, no line breaks, no direction tricks. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) => {
    if (char === '\n') return '\\n';
    if (char === '\t') return ' ';
    return `\\x${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;
  });
}
