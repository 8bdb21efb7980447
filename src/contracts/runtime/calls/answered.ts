// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import { isAnswered, isOnOthers, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, tookMs } from '#evidence/history/order.js';
import { statementsIn } from '#guest/box.js';
import { predict } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { scaledMs } from '../../judging/node-pace.js';
import { isSameThing, type CreateCall } from '../../occasions/attempts.js';
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
    const boundMs = scaledMs(evidence, { fastMs: 15_000, slowMs: 115_000 });
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
    const ownMs = ownMsOf({ evidence, call, boundMs });
    if (ownMs === undefined || call.endedMs === undefined || isOnOthers(call)) return [];
    if (call.outcome.kind === 'cut-off' || isNearOutage(evidence, call)) return [];
    const isUnanswered = call.outcome.kind === 'unanswered';
    return isUnanswered && tookMs(call) <= boundMs + ownMs ? [] : [{ call, ownMs }];
  });
}

/** A runtime that ends containers may give them this long, whatever the kubelet did before. */
const endMs = 30_000;

interface Asked<M extends CriMethod = CriMethod> {
  readonly evidence: Evidence;
  readonly call: RecordedCall<M>;
  readonly boundMs: number;
}

/** Undefined: nobody knows how long it may take. */
function ownMsOf(asked: Asked): number | undefined {
  const { rpc } = asked.call;
  if (endless.includes(rpc)) return undefined;
  const own = ownTimes[rpc] as ((asked: Asked) => number | undefined) | undefined;
  return own === undefined ? 0 : own(asked);
}

const ownTimes: { readonly [M in CriMethod]?: (asked: Asked<M>) => number | undefined } = {
  // How late an answer may be, container.stop.* judge by the program.
  StopContainer: ({ call }) => (isAnswered(call) ? undefined : timeoutMs(call.request)),
  ExecSync: ({ call }) => execMs(call),
  PullImage: ({ call, boundMs }) => (isStalled(call) ? undefined : moreOnSlowMs(boundMs)),
  RunPodSandbox: ({ evidence, call, boundMs }) =>
    isRetried(evidence.of('RunPodSandbox'), call) ? undefined : moreOnSlowMs(boundMs),
  CreateContainer: ({ evidence, call }) => (isRetried(evidence.of('CreateContainer'), call) ? undefined : 0),
  StopPodSandbox: (asked) => endingMs(asked),
  RemovePodSandbox: (asked) => endingMs(asked),
  RemoveContainer: (asked) => endingMs(asked),
};

const timeoutMs = ({ timeout = '0' }: { readonly timeout?: string | undefined }): number =>
  Number(timeout) * 1000;

/** Our registry is told to stall there. */
const isStalled = ({ request }: RecordedCall<'PullImage'>): boolean =>
  /\/faults\//.test(nameOf(request.image));

/** A kubelet gives a sandbox twice its usual time, and a pull any. On a slow node that matters. */
const moreOnSlowMs = (boundMs: number): number => (boundMs > 30_000 ? boundMs : 0);

const endless: readonly CriMethod[] = [
  ...streamMethods,
  'CheckpointContainer',
  'CheckpointPod',
  'RestorePod',
];

/** A runtime may go on with what it did not answer, and let the next request wait for it. */
function isRetried(all: readonly CreateCall[], call: CreateCall): boolean {
  return all.some((one) => one.seq < call.seq && !isAnswered(one as RecordedCall) && isSameThing(one, call));
}

/**
 * A command ends with its timeout, or by itself. How long a process that it leaves behind may hold the call,
 * exec.sync.background-* judge.
 */
function execMs({ request }: RecordedCall<'ExecSync'>): number | undefined {
  const leaves = statementsIn(request.cmd ?? [])?.some((statement) => statement.do === 'background');
  if (leaves === true) return undefined;
  const mostMs = predict(request.cmd ?? [])?.mostMs ?? Number.POSITIVE_INFINITY;
  const limitMs = timeoutMs(request);
  const ownMs = limitMs > 0 ? Math.min(limitMs, mostMs) : mostMs;
  return Number.isFinite(ownMs) ? ownMs : undefined;
}

/** A container it concerns may still run. */
function endingMs({ evidence, call }: Pick<Asked, 'evidence'> & { readonly call: RecordedCall }): number {
  const { container_id: container, pod_sandbox_id: sandbox } = call.request as Readonly<
    Record<string, unknown>
  >;
  const runs = evidence
    .containers()
    .filter(({ id, sandboxId }) => id === container || sandboxId === sandbox)
    .some((life) => !isEndedBefore(life, call) && life.starts.some((start) => !beganAfter(start, call)));
  return runs ? endMs : 0;
}

/** The daemon was away, or had just come back. */
function isNearOutage(evidence: Evidence, { beganMs, endedMs = beganMs }: RecordedCall): boolean {
  return evidence
    .outages()
    .some(({ stoppingMs, startedMs = Infinity }) => endedMs >= stoppingMs && beganMs <= startedMs + backMs);
}
