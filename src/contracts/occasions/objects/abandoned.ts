// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { attemptOf, isSameThing, namesakes, type CreateCall } from '../attempts.js';
import { endingOf, judgeEach } from '../../judging/judging.js';
import { held, unexercised, violated, type Verdict } from '../../verdict.js';

/** As long as it takes a slow runtime to clean up after a client that is gone. */
const boundMs = 30_000;

/**
 * A creation that the client gave up and made again under the same name and attempt works in the end, and
 * leaves one object.
 */
export function retriesWork(evidence: Evidence, creations: readonly CreateCall[], what: string): Verdict {
  const retried = creations.flatMap((first) => {
    const again = retriesOf(first, creations);
    return isGivenUp(first) && again.length > 0 ? [{ first, again }] : [];
  });
  return judgeEach(retried, `no ${what} was made again after its client gave up`, ({ first, again }) => {
    const made = again.find((call) => isAnswered(call as RecordedCall));
    return made === undefined ? whyRefused(evidence, first, again) : oneIsLeft(evidence, [first, made], what);
  });
}

function retriesOf(first: CreateCall, creations: readonly CreateCall[]): readonly CreateCall[] {
  return creations.filter(
    (call) => isSameThing(call, first) && attemptOf(call) === attemptOf(first) && beganAfter(call, first),
  );
}

/** Some servers reset the stream at the deadline, which looks like a broken connection. */
function isGivenUp({ outcome, deadlineMs, beganMs, endedMs = Infinity }: CreateCall): boolean {
  if (outcome.kind !== 'unanswered') return false;
  const isTimeUp = deadlineMs !== null && endedMs - beganMs >= deadlineMs;
  return outcome.reason === 'client-deadline' || (outcome.reason === 'connection-lost' && isTimeUp);
}

/** The first may have succeeded, unknown to its client: then its object is in a list, and has the name. */
function whyRefused(evidence: Evidence, first: CreateCall, again: readonly CreateCall[]): Verdict {
  const last = again.findLast((call) => isRefused(call as RecordedCall));
  if (last === undefined)
    return unexercised('it was not answered when it was made again, which a runtime may delay for minutes');
  const shown = namesakes(evidence, first).find(([list, items]) => list.seq > first.seq && items.length > 0);
  if (shown !== undefined) return held([first.seq, last.seq, shown[0].seq]);
  const triedMs = (last.endedMs ?? 0) - (first.endedMs ?? 0);
  if (triedMs < boundMs) return unexercised('it was not tried again for long enough');
  return violated([first.seq, last.seq], {
    expected: `OK within ${boundMs} ms, as no list shows an object of that name`,
    actual: `${endingOf(last)} after ${Math.round(triedMs)} ms`,
  });
}

function oneIsLeft(
  evidence: Evidence,
  [first, made]: readonly [CreateCall, CreateCall],
  what: string,
): Verdict {
  const lists = namesakes(evidence, first).filter(([list]) => beganAfter(list, made));
  const [list, items] = lists.find(([, shown]) => shown.length > 1) ?? [];
  if (list === undefined) return held([first.seq, made.seq, ...lists.map(([each]) => each.seq)]);
  return violated([first.seq, made.seq, list.seq], {
    expected: `one ${what} of that name and attempt`,
    actual: (items ?? []).map(({ id }) => id).join(', '),
  });
}
