// SPDX-License-Identifier: Apache-2.0

/** JSON that can be shown as it is: what JSON.stringify leaves raw in strings, and a terminal or a CI log obeys, is escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return jsonSafe(JSON.stringify(value, undefined, indent));
}

/** Of a text that is JSON already. */
export function jsonSafe(json: string): string {
  const safe = isPlain(json) ? json : json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
  return safe.replace(/##(?=\w*\[)/g, '#\\u0023');
}

/** ASCII, as nearly all of it is, takes a byte for each letter: that is found out faster than what is to be escaped. */
function isPlain(json: string): boolean {
  return Buffer.byteLength(json) === json.length && !json.includes('\u007f');
}

function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
