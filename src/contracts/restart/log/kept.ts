// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import { printedLines } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { linesOf, logFilesOf, type SeenLog } from '../../occasions/log-files.js';
import { happenedWhileDown, statementsOf } from '../../occasions/outages.js';
import { gapsIn, ticksIn, type Gap, type Tick } from '../../occasions/ticks.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const restartLogKept: Contract = {
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
      logFilesOf(evidence).flatMap((log) => verdictsOn(evidence, log)),
      'nobody looked at the log of a container that printed while the daemon was away',
      (verdict) => verdict,
    ),
};

/** What a look at a log after the return says, of a program that went on all the while. */
function verdictsOn(evidence: Evidence, log: SeenLog): readonly Verdict[] {
  const outages = evidence.outages().filter(({ startedMs = Infinity }) => startedMs <= log.atMs);
  if (log.rotated || !log.untouched || outages.length === 0) return [];
  const ticks = ticksIn(log);
  if (ticks !== undefined) return [goesOn(evidence, { log, ticks, outages })];
  return outages.flatMap((outage) => {
    const file = (path: string): boolean =>
      evidence
        .steps('wait-for-file')
        .some((step) => step.parameters.file === path && happenedWhileDown(step, outage));
    return printedBefore(log, file).map((line) => printed(log, line));
  });
}

/** The lines it prints before it puts a file that somebody saw there while the daemon was away. */
function printedBefore({ life }: SeenLog, wasSeen: (file: string) => boolean): readonly string[] {
  const statements = statementsOf(life);
  const put = statements.findIndex(
    (statement) =>
      statement.do === 'put' && wasSeen(statement.path.slice(statement.path.lastIndexOf('/') + 1)),
  );
  return printedLines(statements.slice(0, Math.max(0, put)));
}

function printed(log: SeenLog, line: string): Verdict {
  const times = linesOf(log).filter(({ content }) => content === line).length;
  return holds([log.life.create], times === 1, {
    expected: `the line ${JSON.stringify(line)} once`,
    actual: `${times} such lines`,
  });
}

interface TickingLog {
  readonly log: SeenLog;
  readonly ticks: readonly Tick[];
  /** All that were over when somebody looked. */
  readonly outages: readonly Outage[];
}

function goesOn(evidence: Evidence, { log: { life }, ticks, outages }: TickingLog): Verdict {
  const [gap] = outages.reduce((gaps, outage) => withoutLastWord(evidence, gaps, outage), gapsIn(ticks));
  const wrong =
    ticks.length === 0 ? 'no such line' : gap && `${gap.to.number} after ${gap.from.number || 'nothing'}`;
  if (wrong !== undefined) {
    const expected = 'lines 1, 2, 3 and so on without a gap, but for one under way as the daemon ended';
    return holds([life.create], false, { expected, actual: wrong });
  }
  const lastNs = ticks.at(-1)?.atNs ?? 0n;
  const isSilent = outages.some((outage) => lastNs <= evidence.wallClockNs(goneBy(outage)));
  return isSilent
    ? unexercised('when somebody looked, nothing was in the log that was printed since the daemon went')
    : holds([life.create], true, { expected: '', actual: '' });
}

/** Of a restart nobody knows more than when it was over. */
const goneBy = ({ stoppingMs, stoppedMs, startedMs }: Outage): number => stoppedMs ?? startedMs ?? stoppingMs;

/**
 * Some daemons write logs themselves, and take along what they had read and not yet written. That is one line: it is read as
 * soon as it is there, and later ones wait in the pipe.
 */
function withoutLastWord(evidence: Evidence, gaps: readonly Gap[], outage: Outage): readonly Gap[] {
  const at = gaps.findIndex(
    ({ from, to }) =>
      to.number === from.number + 2 &&
      from.atNs <= evidence.wallClockNs(goneBy(outage)) &&
      to.atNs >= evidence.wallClockNs(outage.stoppingMs),
  );
  return gaps.filter((_, index) => index !== at);
}
