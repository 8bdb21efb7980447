// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { linesOf, logFilesOf } from '../../occasions/log-files.js';
import { statementsOf } from '../../occasions/outages.js';

export const containerStopSignalOnce: Contract = {
  id: 'container.stop.signal-once',
  level: 'should',
  since: '0.1.0',
  title: 'A program gets its stop signal once, however often its container is asked to stop',
  reference: {
    source: 'CRI v1, RPC StopContainer, which is idempotent; practice of the common runtimes',
    says: 'a repeated stop goes on with the first one',
  },
  consequence:
    'Programs for which a second signal means at once give up their work when a kubelet tries again.',
  covers: ['S8'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const text = answerOf(log.life);
        return text === undefined || log.life.stops.length < 2 || !log.untouched || !log.exists
          ? []
          : [{ log, text }];
      }),
      'no program that answers its stop signal was asked to stop twice',
      ({ log, text }) => {
        const { stops } = log.life;
        const answers = linesOf(log).filter(({ content }) => content === text);
        return holds(stops, answers.length <= 1, {
          expected: `“${text}” in the log once, after ${stops.length} StopContainer`,
          actual: `${answers.length} times`,
        });
      },
    ),
};

/** What its program prints at each signal; undefined: nothing. */
function answerOf(life: ContainerHistory): string | undefined {
  return statementsOf(life).flatMap((statement) =>
    statement.do === 'on' && statement.reaction.kind === 'runs' && statement.reaction.statement.do === 'print'
      ? [statement.reaction.statement.text]
      : [],
  )[0];
}
