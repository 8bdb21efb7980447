// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs, tookMs } from '#evidence/history/order.js';
import type { Outage } from '#evidence/history/outage.js';
import { isSinceBack } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { isOpenAfter, mustTell, withoutEvents } from '../../occasions/event-streams.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';
import { held, unexercised, violated, type Verdict } from '../../verdict.js';

export const restartEventsReopened: Contract = {
  id: 'restart.events.reopened',
  level: 'must',
  since: '0.1.0',
  title:
    'A stream of events ends with its daemon, can be opened again after the return, and tells what happens then',
  reference: {
    source: 'kubelet, evented PLEG; CRI v1, RPC GetContainerEvents',
    says: 'when a stream ends the kubelet opens another one',
  },
  consequence: 'A kubelet that relies on events waits for ever on a stream of which nothing comes.',
  covers: ['V4', 'V2'],
  check: (evidence) =>
    withoutEvents(evidence) ??
    judgeEach(
      evidence.outages().flatMap((outage) => {
        const streams = evidence.of('GetContainerEvents');
        const old = streams.find(
          ({ beganMs, endedMs }) => beganMs < outage.stoppingMs && (endedMs ?? Infinity) > outage.stoppingMs,
        );
        const since = streams.filter((stream) => isSinceBack(stream, outage));
        return old === undefined || outage.startedMs === undefined ? [] : [{ old, since, outage }];
      }),
      'nobody watched when the daemon went',
      ({ old, since, outage }) => {
        if (isStillOpen(old, outage))
          return holds([old], false, { expected: 'the end of the stream', actual: 'it stayed open' });
        const [fresh] = since;
        if (fresh === undefined) return unexercised('nobody watched again after the return of the daemon');
        return endedEarly(evidence, since) ?? tellsAgain(evidence, old, fresh);
      },
    ),
};

/** It took us to end it. */
function isStillOpen(
  { outcome, endedMs = Infinity }: RecordedCall,
  { startedMs = Infinity }: Outage,
): boolean {
  const byUs = outcome.kind === 'open' || (outcome.kind === 'unanswered' && outcome.reason === 'cancelled');
  return byUs && endedMs > startedMs;
}

type Stream = RecordedCall<'GetContainerEvents'>;

/** Before there was anything to tell, all that were opened again had ended, and it was not us. */
function endedEarly(evidence: Evidence, since: readonly Stream[]): Verdict | undefined {
  const [fresh] = since;
  const start = evidence.of('StartContainer').find(({ beganMs }) => beganMs >= (fresh?.beganMs ?? Infinity));
  if (fresh === undefined || start === undefined) return undefined;
  const early = since.filter(({ beganMs }) => beganMs <= start.beganMs);
  if (!early.every((stream) => endMs(stream) <= start.beganMs && isEndedByIt(evidence, stream)))
    return undefined;
  return violated(
    [...early, start].map(({ seq }) => seq),
    {
      expected: 'a stream that lasts until there is something to tell',
      actual: `${endingOf(fresh)} after ${Math.round(tookMs(fresh))} ms`,
    },
  );
}

/** The runtime ended it, or lost it, and not because its daemon went once more. */
function isEndedByIt(evidence: Evidence, stream: Stream): boolean {
  const { outcome } = stream;
  const isLost = outcome.kind === 'unanswered' && outcome.reason === 'connection-lost';
  const isAway = evidence
    .outages()
    .some(
      ({ stoppingMs, startedMs = Infinity }) => endMs(stream) >= stoppingMs && endMs(stream) <= startedMs,
    );
  return (outcome.kind === 'ended' || isLost) && !isAway;
}

/** A daemon may need so long to note that somebody watches. */
const subscribedMs = 1000;

function tellsAgain(evidence: Evidence, old: Stream, fresh: Stream): Verdict {
  if (fresh.outcome.kind === 'refused') {
    const difference = {
      expected: 'GetContainerEvents after the restart: a stream',
      actual: endingOf(fresh),
    };
    return holds([old, fresh], false, difference);
  }
  const sinceMs = Math.min(fresh.messages[0]?.atMs ?? Infinity, fresh.beganMs + subscribedMs);
  const told = evidence.containers().flatMap((life) => {
    const start = firstStart(life);
    const isSeen = start !== undefined && life.create.beganMs >= sinceMs && isOpenAfter(fresh, start);
    return isSeen ? [mustTell(fresh, life, start)] : [];
  });
  const [first] = told;
  if (first === undefined) return unexercised('no container was started while somebody watched again');
  return told.find(({ kind }) => kind !== 'held') ?? held([old.seq, fresh.seq]);
}
