// SPDX-License-Identifier: Apache-2.0
import { rfc3339Ns } from '#evidence/history/log-lines.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { recordsOf, logFilesOf } from '../../occasions/log-files.js';

export const logLineTimesMonotonic: Contract = {
  id: 'log.line.times-monotonic',
  level: 'should',
  since: '0.1.0',
  title: 'The timestamps of a stream in a log never decrease',
  reference: {
    source: 'kubelet, log reader',
    says: 'a reader with --since stops searching at the first line that is late enough',
  },
  consequence: 'kubectl logs --since shows too little.',
  covers: ['LOG-006'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence)
        .flatMap((log) =>
          streams.map((stream) => ({
            log,
            stream,
            lines: recordsOf(log).filter((line) => line.stream === stream),
          })),
        )
        .filter(({ lines }) => lines.length > 1),
      'no log with several lines was read',
      ({ log, stream, lines }) => {
        const times = lines.map(({ time }) => rfc3339Ns(time) ?? 0n);
        const backNs = evidence.setBackNs(log.life.create.beganMs, log.atMs);
        const at = times.findIndex((time, index) => index > 0 && time < (times[index - 1] ?? 0n) - backNs);
        return holds([log.life.create], at < 0, {
          expected: `times of ${stream} that do not go back`,
          actual: `${lines[at]?.time ?? ''} after ${lines[at - 1]?.time ?? ''}`,
        });
      },
    ),
};

/** Each stream has its own writer; lines of the two may overtake each other by microseconds. */
const streams = ['stdout', 'stderr'] as const;
