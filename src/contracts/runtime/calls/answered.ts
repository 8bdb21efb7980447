// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import { isAnswered, isOnOthers, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, tookMs } from '#evidence/history/order.js';
import { predict } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { scaledMs } from '../../judging/node-pace.js';
import { isSameThing } from '../../occasions/attempts.js';
import { nameOf } from '../../occasions/image-names.js';
import { isEndedBefore } from '../../occasions/occasions.js';
import { boundMs as backMs } from '../../occasions/outages.js';

export const runtimeCallsAnswered: Contract = {
  id: 'runtime.calls.answered',
  level: 'must',
  since: '0.1.0',
  title: 'Every call is answered in a time that fits the node and the request',
  reference: {
    source: 'kubelet, cri-client (two minutes for most calls, and then again)',
    says: 'a call that is not answered holds up the pod, its probes, or the whole relist of the node',
  },
  consequence: 'Pods hang in ContainerCreating or Terminating, and the node becomes NotReady.',
  covers: ['Q2'],
  check: (evidence) => {
    const boundMs = scaledMs(evidence, { fastMs: 15_000, slowMs: 60_000 });
    return judgeEach(timed(evidence, boundMs), 'no call had to be answered', ({ call, ownMs }) => {
      const took = Math.round(tookMs(call));
      return holds([call], took <= boundMs + ownMs, {
        expected: `${call.rpc}: an answer within ${boundMs + ownMs} ms`,
        actual: `${endingOf(call)} after ${took} ms`,
      });
    });
  },
};

interface TimedCall {
  readonly call: RecordedCall;
  /** What the request itself may take. */
  readonly ownMs: number;
}

/** Calls that were answered, or that nobody gave up before their time. */
function timed(evidence: Evidence, boundMs: number): readonly TimedCall[] {
  return evidence.calls.flatMap((call) => {
    const ownMs = ownMsOf(evidence, call);
    if (ownMs === undefined || call.endedMs === undefined || isOnOthers(call)) return [];
    if (call.outcome.kind === 'cut-off' || isNearOutage(evidence, call)) return [];
    const isUnanswered = call.outcome.kind === 'unanswered';
    return isUnanswered && tookMs(call) <= boundMs + ownMs ? [] : [{ call, ownMs }];
  });
}

/** A runtime that ends containers may give them this long, whatever the kubelet did before. */
const endMs = 30_000;

/** Undefined: nobody knows how long it may take. */
function ownMsOf(evidence: Evidence, call: RecordedCall): number | undefined {
  const rpc: CriMethod = call.rpc;
  if (
    streams.includes(rpc) ||
    rpc === 'CheckpointContainer' ||
    rpc === 'CheckpointPod' ||
    rpc === 'RestorePod'
  )
    return undefined;
  const { timeout } = call.request as { readonly timeout?: string };
  const timeoutMs = Number(timeout ?? '0') * 1000;
  switch (rpc) {
    case 'StopContainer':
      return timeoutMs;
    case 'ExecSync':
      return execMs(call as RecordedCall<'ExecSync'>, timeoutMs);
    case 'PullImage':
      // Our registry is told to stall there.
      return /\/faults\//.test(nameOf((call as RecordedCall<'PullImage'>).request.image)) ? undefined : 0;
    case 'RunPodSandbox':
    case 'CreateContainer':
      // A runtime may go on with what it did not answer, and let the next request wait for it.
      return isRetried(evidence, call as Creation) ? undefined : 0;
    case 'StopPodSandbox':
    case 'RemovePodSandbox':
    case 'RemoveContainer':
      return mayHaveToEnd(evidence, call) ? endMs : 0;
    default:
      return 0;
  }
}

const streams: readonly CriMethod[] = streamMethods;

type Creation = RecordedCall<'RunPodSandbox'> | RecordedCall<'CreateContainer'>;

function isRetried(evidence: Evidence, call: Creation): boolean {
  const others: readonly Creation[] =
    call.rpc === 'RunPodSandbox' ? evidence.of('RunPodSandbox') : evidence.of('CreateContainer');
  return others.some(
    (one) => one.seq < call.seq && !isAnswered(one as RecordedCall) && isSameThing(one, call),
  );
}

/** A command ends with its timeout, or by itself. */
function execMs({ request }: RecordedCall<'ExecSync'>, timeoutMs: number): number | undefined {
  const lastsMs = predict(request.cmd ?? [])?.lastsMs ?? Number.POSITIVE_INFINITY;
  const ownMs = timeoutMs > 0 ? Math.min(timeoutMs, lastsMs) : lastsMs;
  return Number.isFinite(ownMs) ? ownMs : undefined;
}

/** A container it concerns may still run. */
function mayHaveToEnd(evidence: Evidence, call: RecordedCall): boolean {
  const { container_id: container, pod_sandbox_id: sandbox } = call.request as Readonly<
    Record<string, unknown>
  >;
  return evidence
    .containers()
    .filter(({ id, sandboxId }) => id === container || sandboxId === sandbox)
    .some((life) => !isEndedBefore(life, call) && life.starts.some((start) => !beganAfter(start, call)));
}

/** The daemon was away, or had just come back. */
function isNearOutage(evidence: Evidence, { beganMs, endedMs = beganMs }: RecordedCall): boolean {
  return evidence
    .outages()
    .some(({ stoppingMs, startedMs = Infinity }) => endedMs >= stoppingMs && beganMs <= startedMs + backMs);
}
