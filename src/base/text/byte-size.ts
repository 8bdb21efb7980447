// SPDX-License-Identifier: Apache-2.0
const unitBytes: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Reads sizes such as `500MB`, `1.5GB` or `4096` into bytes; undefined: it is none. */
export function parseByteSize(text: string): number | undefined {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)([KMGT]?B)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (unitBytes[unit] ?? 1));
}

/** The same way back, in the largest unit that leaves at least 1 of it: `1GB`, `1.5MB`. */
export function formatByteSize(bytes: number): string {
  const [unit, size] = Object.entries(unitBytes).findLast(([, each]) => bytes >= each) ?? ['B', 1];
  return `${bytes / size}${unit}`;
}
