// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { tookMs } from '#evidence/history/order.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { firstStart, isEndedBefore } from '../../occasions/occasions.js';
import { gracefulStops, isRaceWithEnd, type GracefulStop } from '../../occasions/stops.js';
import { held, unexercised, type Verdict } from '../../verdict.js';

export const restartPreexistingStop: Contract = {
  id: 'restart.preexisting.stop',
  level: 'must',
  since: '0.1.0',
  title: 'A container that ran before the restart of the daemon gets its stop signal and whole grace period',
  reference: {
    source: 'CRI v1, RPC StopContainer; kubelet, killContainer',
    says: 'a kubelet does not know, and does not ask, whether the daemon that stops a container is the one that started it',
  },
  consequence: 'After an upgrade of the runtime pods hang in Terminating, or are killed without cleaning up.',
  covers: ['RS4', 'S2'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => oldStop(evidence, life)),
      'no container from before a restart was stopped after it',
      ({ life, stop, graceful }) => {
        if (isRefused(stop) && isRaceWithEnd(evidence, life, stop))
          return unexercised('the program exited by itself just before the kill');
        if (!isAnswered(stop))
          return mustSucceed(stop, 'StopContainer of a container from before the restart');
        return graceful === undefined ? held([stop.seq]) : inOrder(graceful);
      },
    ),
};

interface OldStop {
  readonly life: ContainerHistory;
  readonly stop: RecordedCall<'StopContainer'>;
  readonly graceful: GracefulStop | undefined;
}

function oldStop(evidence: Evidence, life: ContainerHistory): readonly OldStop[] {
  const [start, [stop]] = [firstStart(life), life.stops];
  if (start === undefined || stop === undefined || !isAcross(evidence, start, stop)) return [];
  if (isEndedBefore(life, stop)) return [];
  return [{ life, stop, graceful: gracefulStops(evidence).find((each) => each.stop === stop) }];
}

/** Timers of the program and of the runtime may fire a little early, and a slow machine is late. */
const earlyMs = 100;
const lateMs = 30_000;

function inOrder({ stop, needsMs, timeoutMs, code, after: [view] }: GracefulStop): Verdict {
  const graceMs = Math.min(needsMs, timeoutMs);
  const took = tookMs(stop);
  if (took < graceMs - earlyMs || took > graceMs + lateMs) {
    return holds([stop], false, {
      expected: `StopContainer lasts ${graceMs} ms, the shorter of the grace period and what the program needs`,
      actual: `OK after ${Math.round(took)} ms`,
    });
  }
  if (view === undefined) return held([stop.seq]);
  const { exit_code: got = 0 } = view.status;
  return holds([stop, view.call], got === code, {
    expected: `exit_code ${code}`,
    actual: `exit_code ${got}`,
  });
}
