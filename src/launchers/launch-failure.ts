// SPDX-License-Identifier: Apache-2.0
import { closeSync, fstatSync, openSync, readSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '#base/failure.js';
import { launchCause } from './launch-cause.js';

export interface LaunchContext {
  /** `containerd 1.6.20`. */
  readonly runtime: string;
  readonly logFile: string;
  /** Where this start's part of the log begins. */
  readonly logFrom?: number;
}

/** A start that failed, with what the runtime's log says of it. Bugs of ours stay what they are. */
export function launchFailure(error: unknown, context: LaunchContext): unknown {
  const isSystemError = error instanceof Error && 'code' in error && 'syscall' in error;
  if (!(error instanceof NotReady) && !isSystemError) return error;
  const lines = endOfLog(context);
  const complaints = lines.filter((line) => isComplaint.test(line)).slice(-5);
  const end = hasNoRoom(context.logFile) ? `${error.message} (no space left on device)` : error.message;
  const { code, says, fix } = launchCause(end, complaints);
  const seen = [...complaints, ...lines.slice(-3).filter((line) => !complaints.includes(line))].join('\n');
  return new Failure(code, `${context.runtime} did not start: ${says}.`, {
    ...(seen === '' ? {} : { seen }),
    likely: 'what the last lines of its log say',
    fix,
    cause: error,
  });
}

/** The runtime ended, or was not ready in time. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

const isComplaint =
  /level=(error|fatal|panic)|failed to load plugin|^(containerd|crio|panic|fatal error|Error|FATA\S*|SIG[A-Z]+):/;

const mostBytes = 256 * 1024;

function endOfLog({ logFile, logFrom = 0 }: LaunchContext): string[] {
  let file: number | undefined;
  try {
    file = openSync(logFile, 'r');
    const { size } = fstatSync(file);
    const from = Math.max(logFrom, size - mostBytes);
    const bytes = Buffer.alloc(Math.max(0, size - from));
    readSync(file, bytes, 0, bytes.length, from);
    return bytes.toString().trim().split('\n').filter(Boolean);
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Then the log does not say so: there was no room for it. */
function hasNoRoom(logFile: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(logFile));
    return bavail * bsize < 64 * 1024;
  } catch {
    return false;
  }
}
