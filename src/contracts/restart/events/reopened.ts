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
  title: 'An event stream ends with its daemon, can be reopened afterwards, and then sends new events',
  reference: {
    source: 'kubelet, evented PLEG; CRI v1, RPC GetContainerEvents',
    says: 'when a stream ends the kubelet opens another one',
  },
  consequence: 'A kubelet that relies on events waits forever on a stream that sends none.',
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
      'no event stream was open when the daemon stopped',
      ({ old, since, outage }) => {
        if (isStillOpen(old, outage))
          return holds([old], false, { expected: 'the end of the stream', actual: 'it stayed open' });
        const [fresh] = since;
        if (fresh === undefined) return unexercised('no event stream was opened after the daemon came back');
        return endedEarly(evidence, since) ?? tellsAgain(evidence, old, fresh);
      },
    ),
};

/** We had to end it. */
function isStillOpen(
  { outcome, endedMs = Infinity }: RecordedCall,
  { startedMs = Infinity }: Outage,
): boolean {
  const byUs = outcome.kind === 'open' || (outcome.kind === 'unanswered' && outcome.reason === 'cancelled');
  return byUs && endedMs > startedMs;
}

type Stream = RecordedCall<'GetContainerEvents'>;

/** Before there was an event to send, all reopened streams had ended, and not through us. */
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
      expected: 'a stream that stays open until there is an event',
      actual: `${endingOf(fresh)} after ${Math.round(tookMs(fresh))} ms`,
    },
  );
}

/** The runtime ended or lost it, and not because its daemon stopped once more. */
function isEndedByIt(evidence: Evidence, stream: Stream): boolean {
  const { outcome } = stream;
  const isLost = outcome.kind === 'unanswered' && outcome.reason === 'connection-lost';
  const isDown = evidence
    .outages()
    .some(
      ({ stoppingMs, startedMs = Infinity }) => endMs(stream) >= stoppingMs && endMs(stream) <= startedMs,
    );
  return (outcome.kind === 'ended' || isLost) && !isDown;
}

/** A daemon may take this long to register a subscriber. */
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
  if (first === undefined) return unexercised('no container was started while a new event stream was open');
  return told.find(({ kind }) => kind !== 'held') ?? held([old.seq, fresh.seq]);
}
