// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type AnsweredCall, type RecordedCall, type RefusedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, tookMs } from '#evidence/history/order.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { parseInt64 } from '#evidence/timestamps.js';
import { exceedsItsMemory } from './objects/exits.js';
import {
  exitedStatuses,
  firstStart,
  isEndedBefore,
  lineSeenBefore,
  programOf,
  reactionToStop,
  stopSignalOf,
  type StatusView,
} from './occasions.js';

/** A StopContainer of a program whose reaction to the signal is known. */
export interface GracefulStop {
  readonly stop: AnsweredCall<'StopContainer'>;
  /** By number. */
  readonly signal: number;
  readonly timeoutMs: number;
  /** How long the program takes to exit after the signal; Infinity: it ignores it. */
  readonly needsMs: number;
  /** The exit code it must have in the end. */
  readonly code: number;
  /** Later reads of the container. */
  readonly after: readonly StatusView[];
}

/** Too close to the timeout to tell which came first. */
const undecidableMs = 500;

/** A slow machine may take this long to deliver a signal to the program and its exit to the runtime. */
const slowMs = 10_000;

/** First stops of containers whose program was up; without those that race with another call. */
export function gracefulStops(evidence: Evidence): readonly GracefulStop[] {
  return evidence.containers().flatMap((life) => {
    const [stop] = life.stops;
    if (stop === undefined || !isAnswered(stop) || exceedsItsMemory(life)) return [];
    const program = programOf(life, lineSeenBefore(evidence, life, stop));
    if (program?.lastsMs !== Number.POSITIVE_INFINITY || !isFirstToEnd(evidence, life, stop)) return [];
    return stopOf(life, stop);
  });
}

function stopOf(life: ContainerHistory, stop: AnsweredCall<'StopContainer'>): readonly GracefulStop[] {
  const signal = stopSignalOf(life);
  const timeoutMs = timeoutOf(stop);
  const reaction = reactionToStop(life);
  if (signal === undefined || reaction === undefined) return [];
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

/**
 * A StopContainer that was refused after its timeout, because the program had just exited by itself and there
 * was nothing to kill. The container's status must confirm this, with the program's own exit code and a time
 * close to the kill.
 */
export function isRaceWithEnd(
  evidence: Evidence,
  life: ContainerHistory,
  stop: RefusedCall<'StopContainer'>,
): boolean {
  const lateMs = tookMs(stop) - timeoutOf(stop);
  if (lateMs < 0 || lateMs > slowMs || !isOnlyEnd(life, stop)) return false;
  const [end] = exitedStatuses(life);
  if (end === undefined || !endsByItself(life, stop, end)) return false;
  const unnoticedMs = Math.max(undecidableMs, 2 * Math.max(lateMs, madeInMs(life)));
  const from = Math.max(stop.beganMs, stop.beganMs + timeoutOf(stop) - unnoticedMs);
  const finished = parseInt64(end.status.finished_at);
  const possible = evidence.wallWindow(from, stop.endedMs);
  return finished >= possible.from && finished <= possible.to;
}

/** It has the exit code of its program, which on a slow machine may have needed the whole timeout. */
function endsByItself(
  life: ContainerHistory,
  stop: RecordedCall<'StopContainer'>,
  { status }: StatusView,
): boolean {
  const reaction = reactionToStop(life);
  if (reaction?.kind !== 'exits' || reaction.code !== (status.exit_code ?? 0)) return false;
  const spareMs = timeoutOf(stop) - reaction.afterMs;
  return spareMs > -undecidableMs && spareMs < slowMs;
}

/** How long this node took to create or start the container; noticing its exit may take as long. */
function madeInMs(life: ContainerHistory): number {
  const start = firstStart(life);
  return Math.max(tookMs(life.create), start === undefined ? 0 : tookMs(start));
}

const timeoutOf = (stop: RecordedCall<'StopContainer'>): number => Number(stop.request.timeout ?? '0') * 1000;

/**
 * Includes calls that took the whole timeout although the program had little time to spare: the machine may
 * be slow.
 */
function isTooCloseToCall(spareMs: number, wholeTimeout: boolean): boolean {
  return Math.abs(spareMs) < undecidableMs || (wholeTimeout && spareMs > 0 && spareMs < slowMs);
}

function isFirstToEnd(
  evidence: Evidence,
  life: ContainerHistory,
  stop: AnsweredCall<'StopContainer'>,
): boolean {
  if (
    firstStart(life) === undefined ||
    lineSeenBefore(evidence, life, stop) === undefined ||
    isEndedBefore(life, stop)
  )
    return false;
  return isOnlyEnd(life, stop);
}

/** No other request to end it before this call ended. */
function isOnlyEnd(life: ContainerHistory, stop: RecordedCall<'StopContainer'>): boolean {
  const others = life.changes.filter((change) => change !== stop && change.rpc !== 'StartContainer');
  return others.every((other) => beganAfter(other, stop));
}
