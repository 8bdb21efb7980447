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
  title: 'What a running container prints while the runtime is down is in its log afterwards, once',
  reference: {
    source: 'CRI, log format; practice of the common runtimes, whose pipes outlive the daemon',
    says: 'the log contains what the program wrote, in order',
  },
  consequence: 'Every update of the runtime leaves a gap in the logs of the node.',
  covers: ['G2'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => verdictsOn(evidence, log)),
      'no log was read of a container that printed while the daemon was down',
      (verdict) => verdict,
    ),
};

/** What a read of the log after the outage shows, for a program that ran throughout. */
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

/** The lines it prints before it creates a file, which was seen during the outage. */
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
  /** All outages that were over when the log was read. */
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
  const isSilent = outages.some((outage) => lastNs <= evidence.wallWindow(goneBy(outage), goneBy(outage)).to);
  return isSilent
    ? unexercised('when the log was read, it had nothing printed since the daemon stopped')
    : holds([life.create], true, { expected: '', actual: '' });
}

/** For a restart only its end is known. */
const goneBy = ({ stoppingMs, stoppedMs, startedMs }: Outage): number => stoppedMs ?? startedMs ?? stoppingMs;

/**
 * Some daemons write logs themselves, and lose what they had read but not yet written. That is one line: it
 * is read as soon as it is printed, and later ones wait in the pipe.
 */
function withoutLastWord(evidence: Evidence, gaps: readonly Gap[], outage: Outage): readonly Gap[] {
  const during = evidence.wallWindow(outage.stoppingMs, goneBy(outage));
  const at = gaps.findIndex(
    ({ from, to }) => to.number === from.number + 2 && from.atNs <= during.to && to.atNs >= during.from,
  );
  return gaps.filter((_, index) => index !== at);
}
