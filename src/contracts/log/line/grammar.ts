// SPDX-License-Identifier: Apache-2.0
import { parseLogLine, wholeLines } from '#evidence/history/log-lines.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { logFilesOf } from '../../occasions/log-files.js';

export const logLineGrammar: Contract = {
  id: 'log.line.grammar',
  level: 'must',
  since: '0.1.0',
  title: 'Every line of a log has a time, a stream, a tag and content',
  reference: {
    source: 'CRI, log format; kubelet, log reader',
    says: 'RFC 3339 time, stdout or stderr, P or F and the content, separated by single spaces',
  },
  consequence: 'The kubelet skips lines it cannot parse, so users do not see them.',
  covers: ['LOG-003', 'G1'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).filter(({ content }) => wholeLines(content).length > 0),
      'no log with lines was read',
      ({ life, content }) => {
        const broken = wholeLines(content).filter((line) => parseLogLine(line) === undefined);
        return holds([life.create], broken.length === 0, {
          expected: 'time, stdout or stderr, P or F, content',
          actual: broken
            .slice(0, 3)
            .map((line) => JSON.stringify(line.slice(0, 120)))
            .join(', '),
        });
      },
    ),
};
