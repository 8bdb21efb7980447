// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type AnsweredCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { statementsIn } from '#guest/box.js';
import type { ParsedStatement } from '#guest/statement.js';
import type { Contract } from '../../contract.js';
import { linesOf, logFilesOf } from '../../occasions/log-files.js';
import { statementsOf } from '../../occasions/outages.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const execSyncSameSurroundings: Contract = {
  id: 'exec.sync.same-surroundings',
  level: 'must',
  since: '0.1.0',
  title: 'A command has the environment, directory, user and privileges of its container',
  reference: {
    source: 'CRI v1, RPC ExecSync; kubelet, exec probe and hooks',
    says: 'the command runs in the container, as the program of the container does',
  },
  consequence: 'A probe runs as another user or without its variables, and judges something else.',
  covers: ['EXE-010'],
  check: (evidence) =>
    judgeEach(
      pairs(evidence),
      'no command showed what the program of its container shows',
      ({ exec, lines }) => {
        const shown = Buffer.from(exec.outcome.response.stdout ?? '', 'base64')
          .toString()
          .trimEnd()
          .split('\n');
        const wrong = shown.findIndex((line, at) => line !== lines[at]);
        const isSame = wrong === -1 && shown.length === lines.length;
        const at = wrong === -1 ? Math.min(shown.length, lines.length) : wrong;
        return holds([exec], isSame, {
          expected: `as the container itself shows: ${lines[at] ?? 'nothing more'}`,
          actual: shown[at] ?? 'nothing more',
        });
      },
    ),
};

interface Pair {
  readonly exec: AnsweredCall<'ExecSync'>;
  /** What the program of the container printed for the same statements. */
  readonly lines: readonly string[];
}

/** Commands that show exactly what the program of their container showed first, and its log. */
function pairs(evidence: Evidence): readonly Pair[] {
  return logFilesOf(evidence).flatMap((log) => {
    const shows = leadingShows(statementsOf(log.life));
    if (shows.length === 0) return [];
    const wanted = JSON.stringify(shows);
    const lines = linesOf(log).map(({ content }) => content);
    return execsIn(log.life).flatMap((exec): readonly Pair[] => {
      const asked = statementsIn(exec.request.cmd ?? []) ?? [];
      if (JSON.stringify(asked) !== wanted) return [];
      const end = lines.indexOf(marker(log.life));
      return end === -1 ? [] : [{ exec, lines: lines.slice(0, end) }];
    });
  });
}

const execsIn = ({ execs }: ContainerHistory): readonly AnsweredCall<'ExecSync'>[] =>
  execs.filter((exec): exec is AnsweredCall<'ExecSync'> => isAnswered(exec));

function leadingShows(statements: readonly ParsedStatement[]): readonly ParsedStatement[] {
  const end = statements.findIndex((statement) => statement.do !== 'show');
  return end === -1 ? statements : statements.slice(0, end);
}

/** The line that the program prints after them. */
function marker(life: ContainerHistory): string {
  const next = statementsOf(life).find((statement) => statement.do !== 'show');
  return next?.do === 'print' ? next.text : '';
}
