// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { Verdict } from '../../verdict.js';
import { didNotStart, isBeforeOutage } from '../outages.js';

/** The versions that came in these changes were ready in the end. */
export function judgeVersionsStart(evidence: Evidence, which: (outage: Outage) => boolean): Verdict {
  return judgeEach(
    evidence
      .outages()
      .filter((outage) => outage.upgraded && which(outage))
      // A scenario that ended in between, or a command that failed, says nothing of the version.
      .filter(({ startedMs }) => startedMs !== undefined || didNotStart(evidence.reason ?? ''))
      .flatMap((outage) => {
        const last = evidence.calls.findLast((call) => isBeforeOutage(call, outage));
        return last === undefined ? [] : [{ outage, last }];
      }),
    'no other version took over',
    ({ outage, last }) => {
      const next = evidence.calls.find(({ beganMs }) => beganMs >= (outage.startedMs ?? Infinity));
      return holds([last, ...(next === undefined ? [] : [next])], outage.startedMs !== undefined, {
        expected: 'the other version: ready after its start',
        actual: evidence.reason ?? 'it did not start',
      });
    },
  );
}
