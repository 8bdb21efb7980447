// SPDX-License-Identifier: Apache-2.0
import { rfc3339Ns } from '#evidence/history/log-lines.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { linesOf, logFilesOf } from '../../occasions/log-files.js';

export const logLineTimesMonotonic: Contract = {
  id: 'log.line.times-monotonic',
  level: 'should',
  since: '0.1.0',
  title: 'The times of a stream in a log do not go back',
  reference: {
    source: 'kubelet, log reader',
    says: 'the reader stops looking for the first wanted line when it finds a time late enough',
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
            lines: linesOf(log).filter((line) => line.stream === stream),
          })),
        )
        .filter(({ lines }) => lines.length > 1),
      'nobody looked at a log of several lines',
      ({ log, stream, lines }) => {
        const times = lines.map(({ time }) => rfc3339Ns(time) ?? 0n);
        const at = times.findIndex((time, index) => index > 0 && time < (times[index - 1] ?? 0n));
        return holds([log.life.create], at < 0, {
          expected: `times of ${stream} that do not go back`,
          actual: `${lines[at]?.time ?? ''} after ${lines[at - 1]?.time ?? ''}`,
        });
      },
    ),
};

/** Each stream has a writer of its own; lines of the two may overtake each other by microseconds. */
const streams = ['stdout', 'stderr'] as const;
