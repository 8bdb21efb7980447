// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exitsSeen, type SeenExit } from '../../occasions/objects/exits.js';

export const containerStatusExitExplained: Contract = {
  id: 'container.status.exit-explained',
  level: 'should',
  since: '0.1.0',
  title: 'The reason of an exit is one of the usual words, and there is no message where nothing went wrong',
  reference: {
    source: 'CRI v1, ContainerStatus.reason and message; practice of the common runtimes',
    says: 'the words are Completed for code 0 and Error for others, apart from OOMKilled and failed starts',
  },
  consequence: 'Tools that look for these words misread the end of every container.',
  covers: ['CST-008'],
  check: (evidence) =>
    judgeEach(
      exitsSeen(evidence).filter(({ mayBeMissed }) => !mayBeMissed),
      'no exited container was read',
      (exit) => {
        const { reason = '', message = '' } = exit.view.status;
        const isUsual = usualReasons(exit).includes(reason);
        const fits = !isMisplaced(exit, message);
        return holds([exit.view.call], isUsual && fits, {
          expected: isUsual
            ? exit.neverRan
              ? 'a message that says why it did not start'
              : 'no message'
            : usualReasons(exit).join(' or '),
          actual: isUsual ? JSON.stringify(message) : JSON.stringify(reason),
        });
      },
    ),
};

function usualReasons({ view: { status }, neverRan }: SeenExit): readonly string[] {
  if (neverRan) return ['StartError', 'ContainerCannotRun', 'Error'];
  return (status.exit_code ?? 0) === 0
    ? ['Completed', 'OOMKilled']
    : ['Error', 'OOMKilled', 'seccomp killed', 'Unknown', 'ContainerStatusUnknown'];
}

/** A start that failed needs a message; a program that ended well has nothing to explain. */
function isMisplaced({ view: { status }, neverRan, byItself }: SeenExit, message: string): boolean {
  if (neverRan) return message === '';
  return byItself && (status.exit_code ?? 0) === 0 && message !== '';
}
