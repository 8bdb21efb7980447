// SPDX-License-Identifier: Apache-2.0

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;

/**
 * Counts the values in a JSON text without parsing it: an empty object is two letters, and takes a hundred
 * bytes of memory. Stops at `enough`.
 */
export function countValues(json: string, enough: number = Number.POSITIVE_INFINITY): number {
  let count = 1;
  for (let at = 0; at < json.length && count <= enough; at++) {
    const sign = json.charCodeAt(at);
    if (sign === quote) at = endOfText(json, at + 1);
    else if (sign === comma || sign === brace || sign === bracket) count++;
  }
  return count;
}

/** The position of the closing quote. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - escapes - 1) === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
