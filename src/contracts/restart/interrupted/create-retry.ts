// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, endMs } from '#evidence/history/order.js';
import { isSinceBack } from '../../occasions/across.js';
import { attemptOf, isSameThing, madeBy, namesakes, type CreateCall } from '../../occasions/attempts.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { lateCalls } from '../../occasions/late-calls.js';
import { held, unexercised, violated, type Verdict } from '../../verdict.js';

export const restartInterruptedCreateRetry: Contract = {
  id: 'restart.interrupted.create-retry',
  level: 'must',
  since: '0.1.0',
  title:
    'A sandbox or container whose creation was interrupted by a crash exists afterwards, or can be created again',
  reference: {
    source: 'kubelet, SyncPod; CRI v1, RPC RunPodSandbox and RPC CreateContainer',
    says: 'a creation without an answer is repeated with the next free name',
  },
  consequence: 'The pod never starts: something that cannot be listed or removed holds its name.',
  covers: ['N1'],
  check: (evidence) =>
    judgeEach(
      [...lateCalls(evidence, 'RunPodSandbox'), ...lateCalls(evidence, 'CreateContainer')],
      'nothing was being created when the daemon stopped',
      ({ call, outage }) => {
        const since = (later: RecordedCall): boolean => isSinceBack(later, outage);
        return isAnswered(call as RecordedCall)
          ? mustStillBeThere(evidence, call, since)
          : mustBeMadeAgain(evidence, call, since);
      },
    ),
};

type Since = (later: RecordedCall) => boolean;

function mustStillBeThere(evidence: Evidence, call: CreateCall, since: Since): Verdict {
  const life = madeBy(evidence, call);
  const absences = life?.absences ?? [];
  const looks = [...(life?.views.map((view): RecordedCall => view.call) ?? []), ...absences].filter(since);
  const [look] = looks.sort((one, other) => one.seq - other.seq);
  if (look === undefined) return unexercised('no list was read after the creation');
  return holds([call, look], !absences.includes(look), {
    expected: `${life?.id ?? ''} there: ${call.rpc} had answered before the crash`,
    actual: `${look.rpc} without it`,
  });
}

/** From the first repetition on; a slow machine may take this long for one. */
const boundMs = 120_000;

function mustBeMadeAgain(evidence: Evidence, call: CreateCall, since: Since): Verdict {
  const twice = twoAlive(evidence, call, since);
  if (twice !== undefined) return twice;
  const all: readonly CreateCall[] =
    call.rpc === 'RunPodSandbox' ? evidence.of(call.rpc) : evidence.of('CreateContainer');
  const later = all.filter((other) => since(other) && isSameThing(other, call));
  const [first] = later;
  if (first === undefined) return adopted(evidence, call, since);
  const made = later.find((other) => isAnswered(other as RecordedCall));
  if (made === undefined) return mustSucceed(later.at(-1) ?? first, `${call.rpc} again after the crash`);
  const tookMs = endMs(made) - first.beganMs;
  if (tookMs > boundMs) {
    const expected = `${call.rpc} again: OK within ${boundMs} ms`;
    return violated([call.seq, made.seq], { expected, actual: `OK after ${Math.round(tookMs)} ms` });
  }
  const unseen = later.find((other) => isTakenByNobody(evidence, other, later));
  return unseen === undefined
    ? held([call.seq, made.seq])
    : violated([call.seq, unseen.seq], {
        expected: `${call.rpc} again: OK, as no list shows anything of that name and attempt`,
        actual: endingOf(unseen),
      });
}

/** The crash came after the creation was complete: the lists show it, and it need not be repeated. */
function adopted(evidence: Evidence, call: CreateCall, since: Since): Verdict {
  const seen = namesakes(evidence, call).filter(([list]) => since(list));
  const [found] = seen.flatMap(([, items]) => items);
  return found === undefined
    ? unexercised('the interrupted creation was not repeated')
    : held([call.seq, found.list.seq]);
}

function twoAlive(evidence: Evidence, call: CreateCall, since: Since): Verdict | undefined {
  for (const [list, items] of namesakes(evidence, call)) {
    const alive = items.filter(({ isAlive }) => isAlive);
    if (!since(list) || alive.length < 2) continue;
    return violated([call.seq, list.seq], {
      expected: 'one with that name and attempt',
      actual: `${alive.map(({ id }) => id).join(' and ')} in ${list.rpc}`,
    });
  }
  return undefined;
}

/** Refused for good, and no list shows what has the name. */
function isTakenByNobody(evidence: Evidence, refused: CreateCall, later: readonly CreateCall[]): boolean {
  if (!isRefused(refused as RecordedCall)) return false;
  const isMade = later.some(
    (other) => attemptOf(other) === attemptOf(refused) && isAnswered(other as RecordedCall),
  );
  const lists = namesakes(evidence, refused).filter(([list]) => beganAfter(list, refused));
  return !isMade && lists.length > 0 && lists.every(([, items]) => items.length === 0);
}
