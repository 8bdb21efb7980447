// SPDX-License-Identifier: Apache-2.0

/** JSON that can be shown as it is: what JSON.stringify leaves raw in strings, and a terminal or a CI log obeys, is escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return jsonSafe(JSON.stringify(value, undefined, indent));
}

/** Of a text that is JSON already. */
export function jsonSafe(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped).replace(/##(?=\w*\[)/g, '#\\u0023');
}

function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
