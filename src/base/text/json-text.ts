// SPDX-License-Identifier: Apache-2.0

/**
 * JSON that is safe to print: also escapes characters that JSON.stringify leaves raw and that a terminal or a
 * CI log interprets.
 */
export function jsonText(value: unknown, indent?: number): string {
  return jsonSafe(JSON.stringify(value, undefined, indent));
}

/** Makes existing JSON safe to print. */
export function jsonSafe(json: string): string {
  const safe = isPlain(json) ? json : json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
  return safe.replace(/##(?=\w*\[)/g, '#\\u0023');
}

/** Nearly all text is ASCII, one byte per character: checking that is faster than escaping. */
function isPlain(json: string): boolean {
  return Buffer.byteLength(json) === json.length && !json.includes('\u007f');
}

function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
