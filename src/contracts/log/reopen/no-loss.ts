// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { countedLines, firstGap, logFilesOf } from '../../occasions/log-files.js';

export const logReopenNoLoss: Contract = {
  id: 'log.reopen.no-loss',
  level: 'must',
  since: '0.1.0',
  title: 'No line is lost or duplicated when a log is reopened',
  reference: {
    source: 'CRI v1, RPC ReopenContainerLog',
    says: 'output goes to the old file until it goes to the new one',
  },
  consequence: 'Every rotation leaves a gap in the log.',
  covers: ['LOG-011', 'G4'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((rotated) => {
        const fresh = logFilesOf(evidence).find(
          ({ life, rotated: aside, content }) =>
            life === rotated.life && !aside && countedLines(content).length > 0,
        );
        const reopen = evidence.on('ReopenContainerLog', rotated.life.id).find(isAnswered);
        const usable =
          rotated.rotated &&
          countedLines(rotated.content).length > 0 &&
          reopen !== undefined &&
          reopen.endedMs <= rotated.atMs;
        return usable && fresh !== undefined ? [{ rotated, fresh, reopen }] : [];
      }),
      'no log was read both before and after it was reopened',
      ({ rotated, fresh, reopen }) => {
        const gap = firstGap([...countedLines(rotated.content), ...countedLines(fresh.content)]);
        return holds([reopen], gap === undefined, {
          expected: 'numbered lines without a gap',
          actual: gap ?? '',
        });
      },
    ),
};
