// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { type Contract, defineContract } from '../contract.js';
import { holds, judgeEach } from '../judging.js';
import { linesOf, logFilesOf, type SeenLog } from '../log-files.js';
import { happenedAway, statementsOf } from '../outages.js';

export const restartLogKept: Contract = defineContract({
  id: 'restart.log.kept',
  level: 'must',
  since: '0.1.0',
  title: 'What a container that runs on prints while the runtime is away is in its log afterwards, once',
  reference: {
    source: 'CRI, log format; practice of the common runtimes, whose pipes outlive the daemon',
    says: 'the log holds what the program wrote, in its order',
  },
  consequence: 'Every update of the runtime leaves a hole in the logs of the node.',
  covers: ['RS3', 'G2'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) =>
        expectationsOf(evidence, log).map((missing) => ({ log, missing })),
      ),
      'nobody looked at the log of a container that printed while the daemon was away',
      ({ log, missing: { expected, actual } }) =>
        holds([log.life.create], actual === undefined, { expected, actual: actual ?? expected }),
    ),
});

interface Expectation {
  readonly expected: string;
  /** Undefined: it is so. */
  readonly actual: string | undefined;
}

/** What a look at a log after the return has to show, of a program that went on all the while. */
function expectationsOf(evidence: Evidence, log: SeenLog): readonly Expectation[] {
  if (log.rotated || !log.untouched) return [];
  return evidence.outages().flatMap((outage) => {
    if (log.atMs < (outage.backMs ?? Infinity)) return [];
    const ticking = /^tick \S+ (.*)$/.exec(statementsOf(log.life).at(-1) ?? '')?.[1];
    if (ticking !== undefined) return [withoutGap(log, ticking)];
    const file = (path: string): boolean => happenedAway(evidence, outage, { do: 'until-file', file: path });
    return printedBefore(log, file).map((line) => printed(log, line));
  });
}

/** The lines it prints before it puts a file that somebody saw there while the daemon was away. */
function printedBefore({ life }: SeenLog, wasSeen: (file: string) => boolean): readonly string[] {
  const statements = statementsOf(life);
  const put = statements.findIndex((statement) => {
    const [, path = ''] = /^put (\S+) /.exec(statement) ?? [];
    return wasSeen(path.slice(path.lastIndexOf('/') + 1));
  });
  const before = statements.slice(0, Math.max(0, put));
  return before.flatMap((statement) => /^print (.*)$/.exec(statement)?.[1] ?? []);
}

function printed(log: SeenLog, line: string): Expectation {
  const times = linesOf(log).filter(({ content }) => content === line).length;
  const expected = `the line ${JSON.stringify(line)} once`;
  return { expected, actual: times === 1 ? undefined : `${times} such lines` };
}

function withoutGap(log: SeenLog, text: string): Expectation {
  const numbers = linesOf(log).flatMap(({ content }) =>
    content.startsWith(`${text} `) ? [Number(content.slice(text.length + 1))] : [],
  );
  const at = numbers.findIndex((number, index) => number !== index + 1);
  const expected = `${JSON.stringify(text)} 1, 2, 3 and so on without a gap`;
  if (numbers.length === 0) return { expected, actual: 'no such line' };
  return {
    expected,
    actual: at < 0 ? undefined : `${numbers[at] ?? 0} after ${numbers[at - 1] ?? 'nothing'}`,
  };
}
