// SPDX-License-Identifier: Apache-2.0
const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
type Unit = keyof typeof unitMs;

const part = /(\d+(?:\.\d+)?)(ms|s|m|h)/gy;

/**
 * Parses durations as Go writes them (`1m30s`, `500ms`, `1.5h`, `0`) into milliseconds; undefined if the text
 * is not one.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  let ms = 0;
  let end = 0;
  for (const [whole, amount, unit] of text.matchAll(part)) {
    ms += Number(amount) * unitMs[unit as Unit];
    end += whole.length;
  }
  return end > 0 && end === text.length ? ms : undefined;
}

/** Formats milliseconds, to tenths of a second from one second on: `1m30s`, `2.5s`, `40ms`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${String(Math.round(ms))}ms`;
  const rounded = Math.round(ms / 100) * 100;
  const hours = Math.floor(rounded / unitMs.h);
  const minutes = Math.floor((rounded % unitMs.h) / unitMs.m);
  const seconds = (rounded % unitMs.m) / unitMs.s;
  const parts = [hours > 0 ? `${String(hours)}h` : '', minutes > 0 ? `${String(minutes)}m` : ''];
  return [...parts, seconds > 0 ? `${String(seconds)}s` : ''].join('');
}
