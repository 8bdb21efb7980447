// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import { predict, type Prediction } from '#guest/predict.js';
import { isRunningAt } from './occasions.js';

/** An ExecSync of our program in a container that was running throughout. */
export interface GuestExec {
  readonly life: ContainerHistory;
  readonly exec: RecordedCall<'ExecSync'>;
  readonly program: Prediction;
  readonly timeoutMs: number;
}

export function execsOfGuest(evidence: Evidence): readonly GuestExec[] {
  return evidence.containers().flatMap((life) =>
    life.execs.flatMap((exec) => {
      const program = predict(exec.request.cmd ?? []);
      return program === undefined || !isRunningAt(life, exec)
        ? []
        : [{ life, exec, program, timeoutMs: timeoutOf(exec) }];
    }),
  );
}

const timeoutOf = ({ request }: RecordedCall<'ExecSync'>): number => Number(request.timeout ?? '0') * 1000;

/** A slow machine may take this long to start a program. */
const slowMs = 20_000;

/** The command did not run into a timeout that was too short, or so short that the machine may be slow. */
export function hadItsTime(exec: RecordedCall<'ExecSync'>, mostMs: number): boolean {
  const timeoutMs = timeoutOf(exec);
  const spareMs = timeoutMs - mostMs;
  return timeoutMs === 0 || spareMs >= slowMs || (spareMs > 0 && tookMs(exec) < timeoutMs);
}
