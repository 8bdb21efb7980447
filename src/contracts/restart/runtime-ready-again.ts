// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type Call } from '#evidence/call.js';
import { type Contract, defineContract } from '../contract.js';
import { endingOf, judgeEach } from '../judging.js';
import { boundMs, isAfter, isBefore, sinceBackMs } from '../outages.js';
import { held, unexercised, violated } from '../verdict.js';

export const restartRuntimeReadyAgain: Contract = defineContract({
  id: 'restart.runtime.ready-again',
  level: 'must',
  since: '0.1.0',
  title: 'A runtime that was ready is ready soon after its return',
  reference: {
    source: 'CRI v1, RuntimeStatus.conditions; kubelet, runtime state',
    says: 'the kubelet syncs no pod until both conditions are true, and after half a minute the node is NotReady',
  },
  consequence: 'The node stays NotReady after an update of the runtime.',
  covers: ['R2', 'STA-002', 'STA-003', 'STA-004'],
  check: (evidence) =>
    judgeEach(
      evidence.outages().flatMap((outage) => {
        const calls = evidence.of('Status');
        const wasReady = calls.filter((call) => isBefore(call, outage)).some(isReady);
        const after = calls.filter((call) => isAfter(call, outage));
        const last = after.at(-1);
        return wasReady && last !== undefined ? [{ outage, after, last }] : [];
      }),
      'the status was not asked for on both sides of an outage',
      ({ outage, after, last }) => {
        const ready = after.find(isReady);
        if (ready !== undefined && sinceBackMs(ready, outage) <= boundMs) return held([ready.seq]);
        if (sinceBackMs(last, outage) <= boundMs)
          return unexercised(`nobody asked ${boundMs / 1000} s after the return`);
        return violated([last.seq], {
          expected: `RuntimeReady and NetworkReady true within ${boundMs / 1000} s`,
          actual: textOf(after.at(0) ?? last),
        });
      },
    ),
});

function isReady(call: Call<'Status'>): boolean {
  if (!isAnswered(call)) return false;
  const conditions = call.outcome.response.status?.conditions ?? [];
  return ['RuntimeReady', 'NetworkReady'].every((wanted) =>
    conditions.some(({ type, status }) => type === wanted && status === true),
  );
}

function textOf(call: Call<'Status'>): string {
  return isAnswered(call) ? JSON.stringify(call.outcome.response.status?.conditions ?? []) : endingOf(call);
}
