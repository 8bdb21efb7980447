// SPDX-License-Identifier: Apache-2.0

const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * How many values a JSON text may hold, counted before anything is made of it: an empty object has two letters and takes a
 * hundred bytes of memory. Signs within its texts are counted as well; more than `enough` is not counted.
 */
export function countValues(json: string, enough: number = Number.POSITIVE_INFINITY): number {
  let count = 1;
  for (let at = 0; at < json.length && count <= enough; at++) {
    const sign = json.charCodeAt(at);
    if (sign === comma || sign === brace || sign === bracket) count++;
  }
  return count;
}
