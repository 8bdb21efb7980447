// SPDX-License-Identifier: Apache-2.0
import { open, stat } from 'node:fs/promises';

export interface LogLine {
  /** As the runtime wrote it; absent: the line bears no time. */
  readonly at?: string;
  readonly text: string;
}

/** A chatty runtime must not fill the evidence; `runtime.log` beside it has everything. */
const mostBytes = 4 << 20;
const mostLines = 200;
const longestLine = 600;

/** Where the log ends now; 0 when there is none. */
export async function endOfLog(path: string | undefined): Promise<number> {
  if (path === undefined) return 0;
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Whole lines since a place that mention one of the words, and how many more there were. */
export async function linesMentioning(
  path: string,
  fromByte: number,
  words: readonly string[],
): Promise<{ readonly lines: readonly LogLine[]; readonly leftOut: number }> {
  const text = await textSince(path, fromByte).catch(() => '');
  const ours = text.split('\n').filter((line) => words.some((word) => word !== '' && line.includes(word)));
  return { lines: ours.slice(0, mostLines).map(parseLogLine), leftOut: Math.max(0, ours.length - mostLines) };
}

/** What comes after one of these words is nobody's business. */
const secret =
  /\b(authorization|password|passwd|token|secret)(["']?\s*[:=]\s*["']?)(?:(?:basic|bearer)\s+)?[^\s"',;]+/gi;

export function parseLogLine(line: string): LogLine {
  const at = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/.exec(line)?.[0];
  const text = line.slice(0, longestLine).replace(secret, '$1$2[redacted]');
  return at === undefined ? { text } : { at, text };
}

async function textSince(path: string, fromByte: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(Math.max(0, size - fromByte), mostBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, fromByte);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
