// SPDX-License-Identifier: Apache-2.0
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface LogPlace {
  readonly logFile: string;
  /** Offset of the part that counts. */
  readonly logFrom?: number;
}

export interface EndOfLog {
  readonly complaints: readonly string[];
  /** The error lines, and the very last lines. */
  readonly lines: readonly string[];
}

const isComplaint =
  /level=(error|fatal|panic)|failed to load plugin|^(containerd|crio|panic|fatal error|Error|FATA\S*|SIG[A-Z]+):/;

const maxBytes = 256 * 1024;

/** The end of a runtime's log; empty if there is none. */
export function endOfLog(place: LogPlace): EndOfLog {
  const all = textOf(place).trim().split('\n').filter(Boolean);
  const complaints = all.filter((line) => isComplaint.test(line)).slice(-5);
  return {
    complaints,
    lines: [...complaints, ...all.slice(-3).filter((line) => !complaints.includes(line))],
  };
}

function textOf({ logFile, logFrom = 0 }: LogPlace): string {
  let file: number | undefined;
  try {
    file = openSync(logFile, 'r');
    const { size } = fstatSync(file);
    const from = Math.max(logFrom, size - maxBytes);
    const bytes = Buffer.alloc(Math.max(0, size - from));
    readSync(file, bytes, 0, bytes.length, from);
    return bytes.toString();
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
