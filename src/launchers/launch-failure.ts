// SPDX-License-Identifier: Apache-2.0
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '#base/failure.js';
import { endOfLog, type LogPlace } from './private/end-of-log.js';
import { launchCause } from './launch-cause.js';

export interface LaunchContext extends LogPlace {
  /** `containerd 1.6.20`. */
  readonly runtime: string;
}

/** A failed start, with what the runtime's log says about it. Our own bugs stay as they are. */
export function launchFailure(error: unknown, context: LaunchContext): unknown {
  const isSystemError = error instanceof Error && 'code' in error && 'syscall' in error;
  if (!(error instanceof NotReady) && !isSystemError) return error;
  const { complaints, lines } = endOfLog(context);
  const end = hasNoRoom(context.logFile) ? `${error.message} (no space left on device)` : error.message;
  const { code, says, fix } = launchCause(end, complaints);
  return new Failure(code, `${context.runtime} did not start: ${says}.`, {
    ...(lines.length === 0 ? {} : { seen: lines.join('\n') }),
    likely: 'see the last lines of its log',
    fix,
    cause: error,
  });
}

/** The runtime exited, or was not ready in time. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Then the log cannot say so: it did not fit either. */
function hasNoRoom(logFile: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(logFile));
    return bavail * bsize < 64 * 1024;
  } catch {
    return false;
  }
}
