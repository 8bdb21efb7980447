// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { clockToleranceNs, int64, readableTime } from '#evidence/timestamps.js';
import { type Contract, defineContract } from '../contract.js';
import { endedAway, type EndedAway } from '../ended-away.js';
import { holds, judgeEach } from '../judging.js';
import type { StatusView } from '../occasions.js';
import { boundMs, sinceBackMs } from '../outages.js';
import { unexercised, type Verdict } from '../verdict.js';

export const restartExitSeen: Contract = defineContract({
  id: 'restart.exit.seen',
  level: 'must',
  since: '0.1.0',
  title:
    'A container that ended while the runtime was away is EXITED soon after, with a time that can be true',
  reference: {
    source: 'CRI v1, ContainerState and ContainerStatus.finished_at; kubelet, relist',
    says: 'only EXITED makes the kubelet act, and the time is the start of the back-off',
  },
  consequence: 'A dead container counts as running for ever, and nobody restarts it.',
  covers: ['E4', 'RS3', 'L5', 'E2'],
  check: (evidence) =>
    judgeEach(endedAway(evidence), 'no container ended while the daemon was away', (ended) =>
      verdictOf(evidence, ended),
    ),
});

function verdictOf(evidence: Evidence, ended: EndedAway): Verdict {
  const seen = ended.after.find(({ state }) => state === 'CONTAINER_EXITED');
  const last = ended.after.at(-1);
  if (last === undefined) return unexercised('nobody read the container after the return');
  if (seen === undefined || sinceBackMs(seen.call, ended.outage) > boundMs) {
    if (sinceBackMs(last.call, ended.outage) <= boundMs)
      return unexercised(`nobody read the container ${boundMs / 1000} s after the return`);
    return holds([last.call], false, {
      expected: `CONTAINER_EXITED within ${boundMs / 1000} s`,
      actual: `${ended.after[0]?.state ?? ''} until ${Math.round(sinceBackMs(last.call, ended.outage))} ms after the return`,
    });
  }
  return inTime(evidence, ended, seen);
}

function inTime(evidence: Evidence, { fromMs }: EndedAway, { call, status }: StatusView): Verdict {
  const finished = int64(status.finished_at);
  const from = evidence.wallClockNs(fromMs);
  const until = evidence.wallClockNs(call.endedMs);
  const ok = finished >= from - clockToleranceNs && finished <= until + clockToleranceNs;
  return holds([call], ok, {
    expected: `finished_at between ${readableTime(from)} and ${readableTime(until)}`,
    actual: readableTime(finished),
  });
}
