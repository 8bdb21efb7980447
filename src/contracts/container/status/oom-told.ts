// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exceedsItsMemory, exitsSeen, killedCode, type SeenExit } from '../../occasions/objects/exits.js';
import { endedBeforeLook, linesOf, logFilesOf } from '../../occasions/log-files.js';
import { isLeftAlone } from '../../occasions/occasions.js';
import { statementsOf } from '../../occasions/outages.js';

export const containerStatusOomTold: Contract = {
  id: 'container.status.oom-told',
  level: 'must',
  since: '0.1.0',
  title: 'A container that exceeded its memory limit has exit code 137 and the reason OOMKilled',
  reference: {
    source: 'CRI v1, ContainerStatus.reason; kubelet, OOM handling and eviction',
    says: 'OOMKilled is the one reason that the CRI defines',
  },
  consequence: 'Nobody sees why a program dies again and again, and nobody raises its limit.',
  covers: ['CST-007', 'E3', 'E1'],
  check: (evidence) =>
    judgeEach(
      exitsSeen(evidence).filter((exit) => isOutOfMemory(evidence, exit)),
      'no container exceeded its memory limit',
      ({ life, view: { call, status } }) => {
        const { reason = '', exit_code: code = 0 } = status;
        return holds([life.create, call], code === killedCode && reason === 'OOMKilled', {
          expected: `exit_code ${killedCode}, reason OOMKilled`,
          actual: `exit_code ${code}, reason ${reason}`,
        });
      },
    ),
};

/** Its program asks for more than the limit, nobody else ended it, and it did not get past that. */
function isOutOfMemory(evidence: Evidence, { life, view, neverRan, mayBeMissed }: SeenExit): boolean {
  if (neverRan || mayBeMissed || !exceedsItsMemory(life) || !isLeftAlone(life, view.call)) return false;
  const last = statementsOf(life).at(-1);
  if (last?.do !== 'print') return false;
  // Where the kernel does not count memory, the program gets what it asks for, and says so.
  return logFilesOf(evidence).some(
    (log) =>
      log.life === life &&
      log.exists &&
      log.untouched &&
      endedBeforeLook(log) &&
      linesOf(log).every(({ content }) => content !== last.text),
  );
}
