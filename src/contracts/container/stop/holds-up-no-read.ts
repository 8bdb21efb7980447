// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs, tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { isDeaf, timeoutMsOf, type StopCall } from '../../occasions/objects/stops-under-way.js';

export const containerStopHoldsUpNoRead: Contract = {
  id: 'container.stop.holds-up-no-read',
  level: 'must',
  since: '0.1.0',
  title:
    'Lists, statuses and the rotation of logs are answered while a container is being stopped, not when that is over',
  reference: {
    source: 'kubelet, pod lifecycle event generator and pod workers',
    says: 'one call that takes its time must not hold up those about other objects',
  },
  consequence: 'While one pod is being deleted the node looks dead: PLEG is not healthy.',
  covers: ['Q3', 'GEN-007'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          life.stops
            .filter((stop) => isLong(stop) && isDeaf(evidence, life, stop) && isBeforeOutages(evidence, stop))
            .flatMap((stop) => readsDuring(evidence, stop).map((read) => ({ stop, read }))),
        ),
      'nothing was read while a container was being stopped for long',
      ({ stop, read }) =>
        holds([stop, read], !isHeldUp(evidence, stop, read), {
          expected: `${read.rpc} answered while StopContainer is under way`,
          actual: `${isAnswered(read) ? 'answered' : 'not answered'} after ${Math.round(tookMs(read))} ms, when StopContainer was over`,
        }),
    ),
};

const shortestMs = 4_000;

/** The least that a read must have waited to be called held up. */
const noticeMs = 1_500;

const isLong = (stop: StopCall): boolean => isAnswered(stop) && timeoutMsOf(stop) >= shortestMs;

/** A log is rotated whatever else happens to its container. */
const reading = [
  'ListContainers',
  'ListPodSandbox',
  'ContainerStatus',
  'PodSandboxStatus',
  'ReopenContainerLog',
] as const;

/** Begun with so much of the stop ahead that waiting for its end would show. */
function readsDuring(evidence: Evidence, stop: StopCall): readonly RecordedCall[] {
  return reading
    .flatMap((rpc): readonly RecordedCall[] => evidence.of(rpc))
    .filter((read) => read.beganMs > stop.beganMs && read.beganMs < endMs(stop) - noticeMs);
}

/** It ended only with the stop, and not because everything is slow here. */
function isHeldUp(evidence: Evidence, stop: StopCall, read: RecordedCall): boolean {
  if (endMs(read) < endMs(stop) - 50) return false;
  return tookMs(read) > Math.max(noticeMs, 5 * usualMs(evidence, read));
}

/** The median of other such reads. */
function usualMs(evidence: Evidence, { rpc, seq }: RecordedCall): number {
  const took = evidence
    .answered(rpc)
    .filter((call) => call.seq !== seq)
    .map((call) => tookMs(call))
    .sort((one, other) => one - other);
  return took[Math.floor(took.length / 2)] ?? 0;
}
