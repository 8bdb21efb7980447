// SPDX-License-Identifier: Apache-2.0
import type { Call } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/outage.js';
import { isSinceBack } from '../across.js';
import { type Contract, defineContract } from '../contract.js';
import { isOpenAfter, mustTell, withoutEvents } from '../event-streams.js';
import { endingOf, holds, judgeEach } from '../judging.js';
import { firstStart } from '../occasions.js';
import { held, unexercised, type Verdict } from '../verdict.js';

export const restartEventsReopened: Contract = defineContract({
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
          ({ beganMs, endedMs }) => beganMs < outage.goesMs && (endedMs ?? Infinity) > outage.goesMs,
        );
        const fresh = streams.find((stream) => isSinceBack(stream, outage));
        return old === undefined || outage.backMs === undefined ? [] : [{ old, fresh, outage }];
      }),
      'nobody watched when the daemon went',
      ({ old, fresh, outage }) => {
        if (isStillOpen(old, outage))
          return holds([old], false, { expected: 'the end of the stream', actual: 'it stayed open' });
        return fresh === undefined
          ? unexercised('nobody watched again after the return of the daemon')
          : tellsAgain(evidence, old, fresh);
      },
    ),
});

/** It took us to end it. */
function isStillOpen({ outcome, endedMs = Infinity }: Call, { backMs = Infinity }: Outage): boolean {
  const byUs = outcome.kind === 'open' || (outcome.kind === 'unanswered' && outcome.reason === 'cancelled');
  return byUs && endedMs > backMs;
}

type Stream = Call<'GetContainerEvents'>;

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
