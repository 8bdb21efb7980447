// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { linesOf, logFilesOf } from '../../occasions/log-files.js';
import { statementsOf } from '../../occasions/outages.js';

export const containerEnvironmentInput: Contract = {
  id: 'container.environment.input',
  level: 'must',
  since: '0.1.0',
  title: 'The standard input of a program that asked for one stays open, also while nobody is attached',
  reference: {
    source: 'CRI v1, ContainerConfig.stdin',
    says: 'the program can be written to by whoever attaches',
  },
  consequence: 'The shell of kubectl run -i has ended before anybody attaches to it.',
  covers: ['CTR-026'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const after = log.life.config.stdin === true ? afterInput(log.life) : undefined;
        return after === undefined || !log.exists ? [] : [{ log, after }];
      }),
      'no program that asked for input reads it to its end',
      ({ log, after }) => {
        const isOver = linesOf(log).some(({ content }) => content.trimEnd() === after);
        return holds([log.life.create, ...log.life.starts.slice(0, 1)], !isOver, {
          expected: 'input that is open, as nobody has closed it',
          actual: `the program found its end, and printed ${JSON.stringify(after)}`,
        });
      },
    ),
};

/** What a program prints when its input has ended. */
function afterInput(life: ContainerHistory): string | undefined {
  const statements = statementsOf(life);
  const echo = statements.findIndex((said) => said.do === 'echo');
  const next = echo === -1 ? undefined : statements[echo + 1];
  return next?.do === 'print' ? next.text : undefined;
}
