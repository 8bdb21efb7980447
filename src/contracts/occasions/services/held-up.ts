// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs, tookMs } from '#evidence/history/order.js';
import type { ExpectedAndActual } from '../../judging/judging.js';

/** The least that a call must have waited to be called held up. */
const noticeMs = 1_500;

/** A call that began while another was under way. */
export interface CallBeside {
  readonly long: RecordedCall;
  readonly other: RecordedCall;
}

/** Whatever else goes on, the relist of a kubelet and its rotation of logs must get their answers. */
export const readsOf = (evidence: Evidence): readonly RecordedCall[] =>
  reading.flatMap((rpc): readonly RecordedCall[] => evidence.of(rpc));

const reading = [
  'ListContainers',
  'ListPodSandbox',
  'ContainerStatus',
  'PodSandboxStatus',
  'ReopenContainerLog',
  'ListImages',
  'ImageStatus',
  'ImageFsInfo',
] as const;

/** Those of the calls that began with so much of the long one ahead that waiting for its end would show. */
export function besides(long: RecordedCall, calls: readonly RecordedCall[]): readonly CallBeside[] {
  return calls
    .filter(({ seq, beganMs }) => seq > long.seq && beganMs < endMs(long) - noticeMs)
    .map((other) => ({ long, other }));
}

/** It ended only with the long one, and not because everything is slow here. `leastMs`: how long it took at least. */
export function isHeldUp(
  evidence: Evidence,
  { long, other }: CallBeside,
  leastMs: number = noticeMs,
): boolean {
  if (endMs(other) < endMs(long) - 50) return false;
  return tookMs(other) > Math.max(leastMs, 5 * usualMs(evidence, { long, other }));
}

/** Both sides of that, in words. */
export const heldUpWords = ({ long, other }: CallBeside): ExpectedAndActual => ({
  expected: `${other.rpc} answered while ${long.rpc} is under way`,
  actual: `${isAnswered(other) ? 'answered' : 'not answered'} after ${Math.round(tookMs(other))} ms, when ${long.rpc} was over`,
});

/** The median of such calls before and after the long one. */
function usualMs(evidence: Evidence, { long, other }: CallBeside): number {
  const took = evidence
    .answered(other.rpc)
    .filter((call) => endMs(call) < long.beganMs || call.beganMs > endMs(long))
    .map((call) => tookMs(call))
    .sort((one, another) => one - another);
  return took[Math.floor(took.length / 2)] ?? 0;
}
