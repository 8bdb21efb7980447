// SPDX-License-Identifier: Apache-2.0
const durationUnits: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `100ms`, `2s`, `0.1 s`, `1m` in milliseconds. */
export function parseUnitDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * (durationUnits[match[2] ?? ''] ?? 1);
}
