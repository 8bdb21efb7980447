// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { endedWhileDown, type ExitDuringOutage } from '../../occasions/ended-away.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { StatusView } from '../../occasions/occasions.js';
import { backWithinMs, sinceBackMs } from '../../occasions/outages.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const restartExitSeen: Contract = {
  id: 'restart.exit.seen',
  level: 'must',
  since: '0.1.0',
  title:
    'A container that ended while the runtime was away is EXITED soon after, with a time that can be true',
  reference: {
    source: 'CRI v1, ContainerState and ContainerStatus.finished_at; kubelet, relist',
    says: 'only EXITED makes the kubelet act, and the time is the start of the back-off',
  },
  consequence: 'A dead container counts as running forever, and is never restarted.',
  covers: ['E4', 'RS3', 'L5', 'E2'],
  check: (evidence) =>
    judgeEach(endedWhileDown(evidence), 'no container ended while the daemon was down', (ended) =>
      verdictOf(evidence, ended),
    ),
};

function verdictOf(evidence: Evidence, ended: ExitDuringOutage): Verdict {
  const { views, after, outage } = ended;
  const boundMs = backWithinMs(evidence);
  const late = views.findLast(
    ({ state, call }) => state !== 'CONTAINER_EXITED' && sinceBackMs(call, outage) > boundMs,
  );
  if (late !== undefined) {
    const { state, call } = late;
    return holds([call], false, {
      expected: `CONTAINER_EXITED within ${Math.round(boundMs / 1000)} s`,
      actual: `${state} in ${call.rpc} ${Math.round(sinceBackMs(call, outage))} ms after the daemon came back`,
    });
  }
  const seen = after.find(({ state }) => state === 'CONTAINER_EXITED');
  return seen === undefined
    ? unexercised('its end was not read, or only long after the daemon came back')
    : inTime(evidence, ended, seen);
}

function inTime(evidence: Evidence, { fromMs }: ExitDuringOutage, { call, status }: StatusView): Verdict {
  const finished = parseInt64(status.finished_at);
  const { from, to: until } = evidence.wallWindow(fromMs, call.endedMs);
  const ok = finished >= from - clockToleranceNs && finished <= until + clockToleranceNs;
  return holds([call], ok, {
    expected: `finished_at between ${readableTime(from)} and ${readableTime(until)}`,
    actual: readableTime(finished),
  });
}
