// SPDX-License-Identifier: Apache-2.0

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;

/**
 * How many values a JSON text holds, counted before anything is made of it: an empty object has two letters and takes a
 * hundred bytes of memory. More than `enough` is not counted.
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

/** Where the quote is that ends the text. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - escapes - 1) === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
