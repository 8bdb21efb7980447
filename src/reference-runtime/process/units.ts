// SPDX-License-Identifier: Apache-2.0
const durationUnits: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const sizeUnits: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** `100ms`, `2s`, `0.1 s`, `1m` in milliseconds. */
export function parseUnitDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * (durationUnits[match[2] ?? ''] ?? 1);
}

/** `4096`, `64k`, `16m` in bytes. */
export function sizeBytes(text: string): number | undefined {
  const match = /^(\d+)([kmg]?)$/i.exec(text);
  return match === null ? undefined : Number(match[1]) * (sizeUnits[(match[2] ?? '').toLowerCase()] ?? 1);
}
