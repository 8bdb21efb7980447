// SPDX-License-Identifier: Apache-2.0
const unitBytes: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Parses sizes such as `500MB`, `1.5GB` or `4096` into bytes; undefined if the text is not a size. */
export function parseByteSize(text: string): number | undefined {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)([KMGT]?B)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (unitBytes[unit] ?? 1));
}

/** Formats bytes in the largest unit that gives at least 1: `1GB`, `1.5MB`. */
export function formatByteSize(bytes: number): string {
  const [unit, size] = Object.entries(unitBytes).findLast(([, each]) => bytes >= each) ?? ['B', 1];
  return `${bytes / size}${unit}`;
}
