// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import { statusViews } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { makingBeganMs } from '../../occasions/attempts.js';
import { firstStart } from '../../occasions/occasions.js';

export const containerStatusTimesInWindow: Contract = {
  id: 'container.status.times-in-window',
  level: 'should',
  since: '0.1.0',
  title: 'created_at and started_at are within the calls that created and started the container',
  reference: {
    source: 'CRI v1, ContainerStatus; kubelet, prober and restart back-off',
    says: "times are nanoseconds since 1970 of the node's clock",
  },
  consequence: 'Probe delays, back-off and the order of instances are wrong.',
  covers: ['GEN-015', 'E2'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => statusViews(life).map((view) => ({ life, view }))),
      'no container status was read',
      ({ life, view: { call, status } }) => {
        const start = firstStart(life);
        const making = { ...life.create, beganMs: makingBeganMs(evidence, life.create) };
        const late =
          isOutside(evidence, making, status.created_at) ??
          (start && parseInt64(status.started_at) !== 0n
            ? isOutside(evidence, start, status.started_at)
            : undefined);
        return holds([life.create, call], late === undefined, late ?? { expected: '', actual: '' });
      },
    ),
};

function isOutside(
  evidence: Evidence,
  call: AnsweredCall,
  time: string | undefined,
): { readonly expected: string; readonly actual: string } | undefined {
  const { from, to } = evidence.wallWindow(call.beganMs, call.endedMs);
  const at = parseInt64(time);
  if (at >= from - clockToleranceNs && at <= to + clockToleranceNs) return undefined;
  return {
    expected: `a time within ${call.rpc}, ${readableTime(from)} to ${readableTime(to)}`,
    actual: readableTime(at),
  };
}
