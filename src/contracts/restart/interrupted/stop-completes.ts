// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import { viewsAfter, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { isSinceBack } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { lateCalls, type LateCall } from '../../occasions/late-calls.js';
import { exitedStatuses, programOf, stopSignalOf, type StatusView } from '../../occasions/occasions.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const restartInterruptedStopCompletes: Contract = {
  id: 'restart.interrupted.stop-completes',
  level: 'must',
  since: '0.1.0',
  title:
    'A StopContainer that was interrupted by a crash can be repeated, and ends the container with its true exit code',
  reference: {
    source: 'kubelet, SyncTerminatingPod; CRI v1, RPC StopContainer',
    says: 'a kill without an answer is repeated from the beginning, and must succeed even if the first one did',
  },
  consequence: 'Pods that were being deleted during a crash stay in Terminating.',
  covers: ['E1'],
  check: (evidence) =>
    judgeEach(
      lateCalls(evidence, 'StopContainer').flatMap((late) => {
        const life = evidence.container(late.call.request.container_id ?? '');
        return life === undefined ? [] : [{ late, life }];
      }),
      'no container was being stopped when the daemon stopped',
      ({ late, life }) => endsForGood(evidence, late, life),
    ),
};

function endsForGood(
  evidence: Evidence,
  { call, outage }: LateCall<'StopContainer'>,
  life: ContainerHistory,
): Verdict {
  const again = life.stops.filter((stop) => isSinceBack(stop, outage));
  const done = isAnswered(call) ? call : again.find(isAnswered);
  const last = again.at(-1);
  if (done === undefined && last !== undefined)
    return mustSucceed(last, 'a repeated StopContainer after the crash');
  const alive = done && viewsAfter(life, done).find(({ state }) => state !== 'CONTAINER_EXITED');
  if (alive !== undefined)
    return holds([call, alive.call], false, { expected: 'CONTAINER_EXITED', actual: alive.state });
  const ended = exitedStatuses(life).find((view) => isSinceBack(view.call, outage));
  if (ended === undefined) return unexercised('no status was read after the stop');
  return endedRightly(life, [call, ...(done === undefined || done === call ? [] : [done])], ended);
}

function endedRightly(
  life: ContainerHistory,
  stops: readonly RecordedCall[],
  { call, status }: StatusView,
): Verdict {
  const { exit_code: code = 0 } = status;
  const expected = killedCode(life) ?? code;
  return holds([...stops, call], code === expected, {
    expected: `exit_code ${expected}`,
    actual: `exit_code ${code}`,
  });
}

/** A program that ignores its signal can only have been killed. */
function killedCode(life: ContainerHistory): number | undefined {
  const signal = stopSignalOf(life);
  if (signal === undefined) return undefined;
  return programOf(life)?.reactions.get(signal)?.kind === 'ignores' ? 137 : undefined;
}
