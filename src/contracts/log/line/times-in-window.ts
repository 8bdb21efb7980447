// SPDX-License-Identifier: Apache-2.0
import { rfc3339Ns } from '#evidence/history/log-lines.js';
import { clockToleranceNs, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { recordsOf, logFilesOf } from '../../occasions/log-files.js';

export const logLineTimesInWindow: Contract = {
  id: 'log.line.times-in-window',
  level: 'must',
  since: '0.1.0',
  title: 'The time of a log line is between the creation of its container and the reading of its log',
  reference: {
    source: 'CRI, log format; kubelet, log reader',
    says: 'every line begins with the time at which it was written',
  },
  consequence: 'kubectl logs --since shows nothing, or everything.',
  covers: ['GEN-015'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).filter((log) => recordsOf(log).length > 0),
      'no log with lines was read',
      (log) => {
        const { from, to } = evidence.wallWindow(log.life.create.beganMs, log.atMs);
        const wrong = recordsOf(log).find(({ time }) => {
          const at = rfc3339Ns(time) ?? 0n;
          return at < from - clockToleranceNs || at > to + clockToleranceNs;
        });
        return holds([log.life.create], wrong === undefined, {
          expected: `times from ${readableTime(from)} to ${readableTime(to)}`,
          actual: wrong?.time ?? '',
        });
      },
    ),
};
