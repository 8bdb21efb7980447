// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { parseLogLine, wholeLines } from '#evidence/log-lines.js';
import { type Contract, defineContract } from '../contract.js';
import { holds, judgeEach } from '../judging.js';
import { logFilesOf } from '../log-files.js';

export const logReopenNoLoss: Contract = defineContract({
  id: 'log.reopen.no-loss',
  level: 'must',
  since: '0.1.0',
  title: 'No line is lost or doubled when a log is reopened',
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
            life === rotated.life && !aside && numbers(content).length > 0,
        );
        const reopen = evidence.on('ReopenContainerLog', rotated.life.id).find(isAnswered);
        const usable =
          rotated.rotated &&
          numbers(rotated.content).length > 0 &&
          reopen !== undefined &&
          reopen.endedMs <= rotated.atMs;
        return usable && fresh !== undefined ? [{ rotated, fresh, reopen }] : [];
      }),
      'no log was read on both sides of a reopening',
      ({ rotated, fresh, reopen }) => {
        const all = [...numbers(rotated.content), ...numbers(fresh.content)];
        const at = all.findIndex((number, index) => index > 0 && number !== (all[index - 1] ?? 0) + 1);
        return holds([reopen], at < 0, {
          expected: 'numbered lines without a gap',
          actual: `${all[at] ?? 0} after ${all[at - 1] ?? 0}`,
        });
      },
    ),
});

/** The numbers at the end of the lines, as the test program counts what it repeats. */
function numbers(content: string): readonly number[] {
  return wholeLines(content).flatMap((line) => {
    const number = / (\d+)$/.exec(parseLogLine(line)?.content ?? '')?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}
