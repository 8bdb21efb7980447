// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { statementsIn } from '#guest/box.js';
import { isRunningAt } from '../occasions.js';

/** An ExecSync whose command ends at once and leaves a process behind that holds its output. */
interface BackgroundExec {
  readonly exec: RecordedCall<'ExecSync'>;
  readonly timeoutMs: number;
  /** How long the process holds the output. */
  readonly holdsMs: number;
}

export function backgroundExecs(evidence: Evidence): readonly BackgroundExec[] {
  return evidence.containers().flatMap((life) =>
    life.execs.flatMap((exec) => {
      const statements = statementsIn(exec.request.cmd ?? []) ?? [];
      const [first, ...rest] = statements;
      const isShort = rest.every((statement) => statement.do === 'print');
      if (first?.do !== 'background' || !isShort || !isRunningAt(life, exec)) return [];
      return [{ exec, timeoutMs: Number(exec.request.timeout ?? '0') * 1000, holdsMs: first.ms }];
    }),
  );
}
