// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type Answered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, tookMs } from '#evidence/order.js';
import type { ContainerLife } from '#evidence/container-life.js';
import { guestProgram, signalNumbers, type GuestProgram } from './guest-program.js';
import {
  exitedStatuses,
  firstStart,
  isEndedBefore,
  isRunningAt,
  programOf,
  stopSignalOf,
  wasUpBefore,
  type StatusView,
} from './occasions.js';

/** A StopContainer that met a program of which we know how it takes the signal. */
export interface GracefulStop {
  readonly stop: Answered<'StopContainer'>;
  readonly signal: string;
  readonly timeoutMs: number;
  /** How long the program takes to end after the signal; Infinity: it ignores it. */
  readonly needsMs: number;
  /** Exit code it must have in the end. */
  readonly code: number;
  /** What was read of it afterwards. */
  readonly after: readonly StatusView[];
}

/** Too close to the timeout to say who won. */
const undecidableMs = 500;

/** A slow machine may need so long to bring a signal to the program and its end to the runtime. */
const slowMs = 10_000;

/** First stops of containers whose program was up; those that race with anything else are left out. */
export function gracefulStops(evidence: Evidence): readonly GracefulStop[] {
  return evidence.containers().flatMap((life) => {
    const [stop] = life.stops;
    const program = programOf(life);
    if (stop === undefined || !isAnswered(stop) || program === undefined) return [];
    if (program.lastsMs !== Number.POSITIVE_INFINITY || !isFirstToEnd(evidence, life, stop)) return [];
    return stopOf(life, program, stop);
  });
}

function stopOf(
  life: ContainerLife,
  program: GuestProgram,
  stop: Answered<'StopContainer'>,
): readonly GracefulStop[] {
  const signal = stopSignalOf(life);
  const timeoutMs = Number(stop.request.timeout ?? '0') * 1000;
  const reaction = program.reactions[signal] ?? {
    kind: 'exits',
    code: 128 + (signalNumbers[signal] ?? 15),
    afterMs: 0,
  };
  const wishMs = reaction.kind === 'ignores' ? Number.POSITIVE_INFINITY : reaction.afterMs;
  if (isTooCloseToCall(timeoutMs - wishMs, tookMs(stop) >= timeoutMs)) return [];
  const killed = wishMs > timeoutMs;
  const code = killed || reaction.kind === 'ignores' ? 137 : reaction.code;
  const needsMs = killed ? Number.POSITIVE_INFINITY : wishMs;
  const after = exitedStatuses(life).filter(({ call }) => beganAfter(call, stop));
  return [
    {
      stop,
      signal,
      timeoutMs,
      needsMs: needsMs > timeoutMs ? Number.POSITIVE_INFINITY : needsMs,
      code,
      after,
    },
  ];
}

/** A StopContainer whose kill may have met a program that was ending by itself just then. */
export function isRaceWithEnd(life: ContainerLife, stop: LifeStop): boolean {
  const program = programOf(life);
  const reaction = program?.reactions[stopSignalOf(life)];
  if (program === undefined || reaction?.kind === 'ignores') return false;
  const timeoutMs = Number(stop.request.timeout ?? '0') * 1000;
  const spareMs = timeoutMs - (reaction?.afterMs ?? 0);
  return tookMs(stop) >= timeoutMs && spareMs > 0 && spareMs < slowMs;
}

type LifeStop = ContainerLife['stops'][number];

/** Also when the whole timeout passed for a program that had little of it to spare: the machine may be to blame. */
function isTooCloseToCall(spareMs: number, wholeTimeout: boolean): boolean {
  return Math.abs(spareMs) < undecidableMs || (wholeTimeout && spareMs > 0 && spareMs < slowMs);
}

function isFirstToEnd(evidence: Evidence, life: ContainerLife, stop: Answered<'StopContainer'>): boolean {
  if (firstStart(life) === undefined || !wasUpBefore(evidence, life, stop) || isEndedBefore(life, stop))
    return false;
  const others = life.changes.filter((change) => change !== stop && change.rpc !== 'StartContainer');
  return others.every((other) => beganAfter(other, stop));
}

/** An ExecSync of our program in a container that ran all the while. */
export interface GuestExec {
  readonly life: ContainerLife;
  readonly exec: ContainerLife['execs'][number];
  readonly program: GuestProgram;
  readonly timeoutMs: number;
}

export function execsOfGuest(evidence: Evidence): readonly GuestExec[] {
  return evidence.containers().flatMap((life) =>
    life.execs.flatMap((exec) => {
      const program = guestProgram(exec.request.cmd ?? []);
      const timeoutMs = Number(exec.request.timeout ?? '0') * 1000;
      return program === undefined || !isRunningAt(life, exec) ? [] : [{ life, exec, program, timeoutMs }];
    }),
  );
}
