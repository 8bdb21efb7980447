// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { Contract } from '../../contract.js';
import { endingOf, judgeEach } from '../../judging/judging.js';
import { didNotStart, boundMs, isBeforeOutage } from '../../occasions/outages.js';
import { held, unexercised, violated, type Verdict } from '../../verdict.js';

export const restartRuntimeReadyAgain: Contract = {
  id: 'restart.runtime.ready-again',
  level: 'must',
  since: '0.1.0',
  title: 'A runtime that was ready is ready soon after its return',
  reference: {
    source: 'CRI v1, RuntimeStatus.conditions; kubelet, runtime state',
    says: 'the kubelet syncs no pod until both conditions are true, and after half a minute the node is NotReady',
  },
  consequence: 'The node stays NotReady after an update of the runtime.',
  covers: ['R2', 'STA-003', 'STA-004'],
  check: (evidence) =>
    neverBack(evidence) ??
    judgeEach(
      evidence.outages().flatMap((outage) => {
        const wasReady = evidence.of('Status').some((call) => isBeforeOutage(call, outage) && isReady(call));
        const calls = wasReady ? callsSince(evidence, outage) : [];
        const [first] = calls;
        return first === undefined
          ? []
          : [{ outage, first, last: calls.find(isReady) ?? calls.at(-1) ?? first }];
      }),
      'the status was not read both before and after an outage',
      ({ outage: { startedMs = Infinity }, first, last }) => {
        if (isReady(first)) return held([first.seq]);
        const waitedMs = last.beganMs - Math.min(startedMs, first.beganMs);
        if (waitedMs > boundMs)
          return violated([first.seq, last.seq], {
            expected: `RuntimeReady and NetworkReady true within ${boundMs / 1000} s`,
            actual: `${textOf(first)}, and ${isReady(last) ? 'ready' : 'not ready'} after ${Math.round(waitedMs)} ms`,
          });
        return isReady(last)
          ? held([last.seq])
          : unexercised(`no status was read ${boundMs / 1000} s after the daemon came back`);
      },
    ),
};

/** Whoever started it waited as long as launchers do. */
function neverBack(evidence: Evidence): Verdict | undefined {
  const { reason = '' } = evidence;
  // One that answers has statuses, which tell more.
  if (!didNotStart(reason) || reason.includes('Ready is false')) return undefined;
  const outage = evidence.outages().find(({ startedMs }) => startedMs === undefined);
  const before =
    outage && evidence.of('Status').findLast((call) => isBeforeOutage(call, outage) && isReady(call));
  if (before === undefined) return undefined;
  return violated([before.seq], {
    expected: 'RuntimeReady and NetworkReady true after the restart',
    actual: reason.replace(/^the daemon: /, ''),
  });
}

/**
 * Its statuses since it is back, or before that since it first reported not ready: then it answers, but is
 * not back yet. An earlier ready may be the last answer of the old daemon.
 */
function callsSince(
  evidence: Evidence,
  { stoppingMs, startingMs = stoppingMs, startedMs = Infinity }: Outage,
): readonly RecordedCall<'Status'>[] {
  const calls = evidence.of('Status').filter(({ beganMs }) => beganMs >= startingMs);
  const early = calls.filter((call) => call.beganMs < startedMs && isAnswered(call));
  const unready = early.find((call) => !isReady(call));
  return [
    ...(unready === undefined ? [] : early.slice(early.indexOf(unready))),
    ...calls.filter(({ beganMs }) => beganMs >= startedMs),
  ];
}

function isReady(call: RecordedCall<'Status'>): boolean {
  if (!isAnswered(call)) return false;
  const conditions = call.outcome.response.status?.conditions ?? [];
  return ['RuntimeReady', 'NetworkReady'].every((wanted) =>
    conditions.some(({ type, status }) => type === wanted && status === true),
  );
}

function textOf(call: RecordedCall<'Status'>): string {
  return isAnswered(call) ? JSON.stringify(call.outcome.response.status?.conditions ?? []) : endingOf(call);
}
