// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { execsOfGuest } from '../../occasions/guest-execs.js';
import { besides, heldUpWords, isHeldUp, type CallBeside } from '../../occasions/services/held-up.js';
import { longStops, type StopCall } from '../../occasions/objects/stops-under-way.js';
import { lineSeenBefore, reactionToStop } from '../../occasions/occasions.js';

export const containerStopHoldsUpNoOther: Contract = {
  id: 'container.stop.holds-up-no-other',
  level: 'must',
  since: '0.1.0',
  title:
    'Other containers and pods are made, started, ended and executed in while a container is being stopped, not when that is over',
  reference: {
    source: 'kubelet, pod workers',
    says: 'each pod has a worker of its own, and containers of one pod are stopped side by side',
  },
  consequence: 'While one pod takes its time to end, no other starts or ends on the node.',
  covers: ['Q3', 'GEN-007'],
  check: (evidence) =>
    judgeEach(
      longStops(evidence, shortestMs).flatMap(({ life, stop }) => besides(stop, quickCalls(evidence, life))),
      'nothing else was done while a container was being stopped for long',
      (beside) => holds([beside.long, beside.other], !waited(evidence, beside), heldUpWords(beside)),
    ),
};

const shortestMs = 8_000;

/** Such calls take their time on a slow node: only one that waited for most of the stop has waited for it. */
const waited = (evidence: Evidence, beside: CallBeside): boolean =>
  isHeldUp(evidence, beside, shortestMs / 2);

/** Calls about other objects that a runtime has no reason to take long for. */
function quickCalls(evidence: Evidence, stopped: ContainerHistory): readonly RecordedCall[] {
  const others = evidence.containers().filter(({ id }) => id !== stopped.id);
  const stops = others.flatMap((life) => life.stops.filter((stop) => endsAtOnce(evidence, life, stop)));
  const removes = others.flatMap((life) => (life.starts.length === 0 ? life.removes : []));
  const execs = execsOfGuest(evidence).filter(
    ({ life, program }) => life.id !== stopped.id && program.mostMs === 0,
  );
  return [
    ...evidence.of('RunPodSandbox'),
    ...evidence.of('CreateContainer'),
    ...evidence.of('StartContainer'),
    ...stops,
    ...removes,
    ...execs.map(({ exec }) => exec),
  ];
}

function endsAtOnce(evidence: Evidence, life: ContainerHistory, stop: StopCall): boolean {
  const reaction = reactionToStop(life);
  const isUp = lineSeenBefore(evidence, life, stop) !== undefined;
  return isUp && reaction !== undefined && reaction.kind !== 'ignores' && reaction.afterMs === 0;
}
