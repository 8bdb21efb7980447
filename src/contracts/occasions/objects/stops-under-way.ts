// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { overlaps } from '#evidence/history/order.js';
import { isBeforeOutages } from '../good-requests.js';
import { firstStart, lineSeenBefore, reactionToStop } from '../occasions.js';
import { goesOnForEver } from '../outages.js';

export type StopCall = RecordedCall<'StopContainer'>;

/** Two StopContainer of one container at the same time, in the order they began. */
export interface StopsAtOnce {
  readonly life: ContainerHistory;
  readonly first: StopCall;
  readonly second: StopCall;
}

export function stopsAtOnce(evidence: Evidence): readonly StopsAtOnce[] {
  return evidence.containers().flatMap((life) =>
    life.stops.flatMap((first, at) =>
      life.stops
        .slice(at + 1)
        .filter((second) => overlaps(first, second) && isBeforeOutages(evidence, second))
        .map((second) => ({ life, first, second })),
    ),
  );
}

export const timeoutMsOf = ({ request }: StopCall): number => Number(request.timeout ?? '0') * 1000;

/** Stops that last for the whole of their time, which is at least so long. */
export function longStops(
  evidence: Evidence,
  leastMs: number,
): readonly { readonly life: ContainerHistory; readonly stop: StopCall }[] {
  return evidence.containers().flatMap((life) =>
    life.stops
      .filter((stop) => isAnswered(stop) && timeoutMsOf(stop) >= leastMs)
      .filter((stop) => isDeaf(evidence, life, stop) && isBeforeOutages(evidence, stop))
      .map((stop) => ({ life, stop })),
  );
}

/** Its program goes on for ever, whatever signal comes, and was up: only a KILL ends it. */
export function isDeaf(evidence: Evidence, life: ContainerHistory, stop: RecordedCall): boolean {
  return (
    firstStart(life) !== undefined &&
    goesOnForEver(life) &&
    reactionToStop(life)?.kind === 'ignores' &&
    lineSeenBefore(evidence, life, stop) !== undefined
  );
}
