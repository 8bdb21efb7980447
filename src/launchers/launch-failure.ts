// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { Failure } from '#base/failure.js';

/** A start that failed, with what the runtime's log says of it. Bugs of ours stay what they are. */
export function launchFailure(error: unknown, runtime: string, logFile: string): unknown {
  const isSystemError = error instanceof Error && 'code' in error && 'syscall' in error;
  if (!(error instanceof NotReady) && !isSystemError) return error;
  const lines = logLines(logFile);
  return new Failure('E-LAUNCH-FAILED', `${runtime} did not start: ${error.message}.`, {
    ...(lines === '' ? {} : { seen: lines }),
    likely: 'what the last lines of its log say',
    fix: 'criprobe doctor --managed … says what this machine lacks; --managed reference needs nothing',
    cause: error,
  });
}

/** The runtime ended, or was not ready in time. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** The complaints if there are any, else simply the end. */
function logLines(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : [];
  const complaints = lines.filter((line) =>
    /level=(error|fatal|panic)|failed to load plugin|^(containerd|panic|fatal error):/.test(line),
  );
  return [...complaints.slice(-5), ...lines.slice(-3).filter((line) => !complaints.includes(line))].join(
    '\n',
  );
}
