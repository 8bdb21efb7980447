// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { rfc3339Ns } from '#evidence/history/log-lines.js';
import { endedBeforeLook, logFilesOf, recordsOf, type SeenLog } from '../log-files.js';

/** The time of the last line of a log, in nanoseconds since 1970. */
export function lastLineNs(log: SeenLog): bigint | undefined {
  const time = recordsOf(log).at(-1)?.time;
  return time === undefined ? undefined : rfc3339Ns(time);
}

/** Whole logs that were read some time after this call had ended its container. */
export function logsAfter(evidence: Evidence, end: RecordedCall, waitedMs: number): readonly SeenLog[] {
  return logFilesOf(evidence).filter(
    (log) =>
      log.exists &&
      log.untouched &&
      !log.rotated &&
      isAnswered(end) &&
      log.atMs >= end.endedMs + waitedMs &&
      endsContainer(log, end),
  );
}

function endsContainer({ life }: SeenLog, end: RecordedCall): boolean {
  return life.changes.includes(end) && end.rpc !== 'StartContainer';
}

/** Logs of programs that were seen to have ended. */
export function wholeLogs(evidence: Evidence): readonly SeenLog[] {
  return logFilesOf(evidence).filter(
    (log) => log.exists && log.untouched && !log.rotated && endedBeforeLook(log),
  );
}
