// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { statusViews } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import { readableTime, parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustBeRefused } from '../../judging/judging.js';
import { firstStart, isEndedBefore, isKeptUntil } from '../../occasions/occasions.js';
import type { Verdict } from '../../verdict.js';

export const containerStartOnce: Contract = {
  id: 'container.start.once',
  level: 'must',
  since: '0.1.0',
  title: 'A container that was started is not started a second time',
  reference: {
    source: 'CRI v1, RPC StartContainer; kubelet, pod lifecycle event generator',
    says: 'a container runs once: to run the program again, the kubelet creates a new one',
  },
  consequence: 'Restart counts, exit codes and log numbers no longer match what happened.',
  covers: ['CTR-006', 'L9'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const first = firstStart(life);
        return life.starts.flatMap((start) =>
          first !== undefined && beganAfter(start, first) && isKeptUntil(life, start)
            ? [{ life, start }]
            : [],
        );
      }),
      'no container was started twice',
      ({ life, start }) => verdictOn(life, start),
    ),
};

/** The proto does not say whether the start of a running container fails or does nothing. */
function verdictOn(life: ContainerHistory, start: RecordedCall<'StartContainer'>): Verdict {
  const changed = startedAnew(life, start);
  if (changed !== undefined) return changed;
  return isAnswered(start) && !isEndedBefore(life, start)
    ? holds([start], true, { expected: '', actual: '' })
    : mustBeRefused(start, 'refused: the container was started before');
}

/** Its start time moved, whatever the answer was. */
function startedAnew(life: ContainerHistory, start: RecordedCall): Verdict | undefined {
  const views = statusViews(life).filter(({ status }) => parseInt64(status.started_at) > 0n);
  const before = views.findLast(({ call }) => beganAfter(start, call));
  const after = views.find(
    ({ call, status }) => beganAfter(call, start) && status.started_at !== before?.status.started_at,
  );
  if (before === undefined || after === undefined) return undefined;
  return holds([before.call, start, after.call], false, {
    expected: `started_at ${readableTime(parseInt64(before.status.started_at))}, as before the second start`,
    actual: readableTime(parseInt64(after.status.started_at)),
  });
}
