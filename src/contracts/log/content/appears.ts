// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { StepHistory } from '#evidence/history/step-history.js';
import { numberOfLine } from '#guest/numbered-line.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';
import { statementsOf } from '../../occasions/outages.js';

export const logContentAppears: Contract = {
  id: 'log.content.appears',
  level: 'must',
  since: '0.1.0',
  title: 'What a running program prints appears in its log within seconds',
  reference: {
    source: 'CRI, log format; kubelet, log reader',
    says: 'kubectl logs --follow reads the file while the program runs',
  },
  consequence: 'The log of a running program is empty or ends somewhere: users see nothing of what it does.',
  covers: ['LOG-001'],
  check: (evidence) =>
    judgeEach(waits(evidence), 'no line of a running program was waited for', ({ life, step, runsMs }) => {
      const seen = life.views.filter(({ state }) => state === 'CONTAINER_RUNNING').at(-1);
      return holds(
        [life.create, ...life.starts, ...(seen === undefined ? [] : [seen.call])],
        step.endedMs !== undefined || runsMs < boundMs,
        {
          expected: `the line ${JSON.stringify(step.parameters.line)} in the log of ${life.name}`,
          actual: `no such line, ${Math.round(runsMs / 1000)} s after its start`,
        },
      );
    }),
};

interface Wait {
  readonly life: ContainerHistory;
  readonly step: StepHistory;
  /** How long the program had been running when the wait ended. */
  readonly runsMs: number;
}

/** Slow nodes take their time to flush a log. */
const boundMs = 5000;

/** Waits for a line of a program that prints it at once and goes on. */
function waits(evidence: Evidence): readonly Wait[] {
  return evidence.steps('wait-for-log').flatMap((step) => {
    const named = evidence.containers().filter(({ name }) => name === step.parameters.container);
    const [life] = named;
    return life === undefined || named.length > 1 ? [] : waitFor(evidence, life, step);
  });
}

function waitFor(evidence: Evidence, life: ContainerHistory, step: StepHistory): readonly Wait[] {
  const start = firstStart(life);
  const { line = '' } = step.parameters;
  const isRunning = life.views.some(({ state }) => state === 'CONTAINER_RUNNING');
  if (start === undefined || !isRunning || !printsAtOnce(life, line)) return [];
  if (evidence.outages().length > 0) return [];
  const untilMs = step.endedMs ?? givenUpMs(evidence, life);
  return [{ life, step, runsMs: untilMs - start.endedMs }];
}

/** When something began to end it, or the scenario was over. */
function givenUpMs(evidence: Evidence, life: ContainerHistory): number {
  const change = life.changes.find(({ rpc }) => rpc !== 'StartContainer');
  return change?.beganMs ?? evidence.endedMs ?? evidence.calls.at(-1)?.endedMs ?? 0;
}

function printsAtOnce(life: ContainerHistory, line: string): boolean {
  for (const statement of statementsOf(life)) {
    if (statement.do === 'print' && statement.text === line) return true;
    if (statement.do === 'tick') return numberOfLine(statement.text, line) === 1;
    if (!quick.has(statement.do) && !(statement.do === 'echo' && life.config.stdin !== true)) return false;
  }
  return false;
}

const quick: ReadonlySet<string> = new Set([
  'print',
  'eprint',
  'lines',
  'elines',
  'on',
  'put',
  'append',
  'mkdir',
]);
