// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { statementsIn } from '#guest/box.js';
import type { Contract } from '../../contract.js';
import { isRunningAt } from '../../occasions/occasions.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const execSyncTimeoutKills: Contract = {
  id: 'exec.sync.timeout-kills',
  level: 'must',
  since: '0.1.0',
  title: 'A command that outlasts its timeout is killed, and does not go on in the container',
  reference: { source: 'CRI v1, ExecSyncRequest.timeout', says: 'after the timeout the command is stopped' },
  consequence: 'Every probe that hangs leaves a process, until the container is out of memory.',
  covers: ['EXE-003', 'X3'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => leftovers(life)),
      'nothing was seen of a command after its timeout',
      ({ exec, read, path }) => {
        const seen = Buffer.from(read.outcome.response.stdout ?? '', 'base64')
          .toString()
          .trim();
        return holds([exec, read], seen === `${path} missing`, {
          expected: `${path} missing: the command was killed before it would write it`,
          actual: seen,
        });
      },
    ),
};

interface Leftover {
  readonly exec: RecordedCall<'ExecSync'>;
  readonly read: AnsweredCall<'ExecSync'>;
  readonly path: string;
}

/** A runtime may be slow to kill. */
const sparesMs = 3_000;

/** What was not killed writes in time, also on a busy node. */
const writesWithinMs = 1_500;

/** Commands that would write a file later than their timeout, and a look for it after that. */
function leftovers(life: ContainerHistory): readonly Leftover[] {
  return life.execs.flatMap((exec) => {
    const late = lateWrite(exec);
    if (late === undefined || !isRunningAt(life, exec)) return [];
    return life.execs.flatMap((read) => {
      const look = (statementsIn(read.request.cmd ?? []) ?? []).at(-1);
      const dueMs = exec.beganMs + late.dueMs;
      const sleptMs = sleepIn(read);
      const isLater = read.beganMs + sleptMs >= dueMs + writesWithinMs;
      if (look?.do !== 'stat' || look.path !== late.path || !isLater || !isAnswered(read)) return [];
      return [{ exec, read, path: late.path }];
    });
  });
}

/** `sleep DUR` and then `put PATH`, with a timeout that ends well before. */
function lateWrite(
  exec: RecordedCall<'ExecSync'>,
): { readonly path: string; readonly dueMs: number } | undefined {
  const statements = statementsIn(exec.request.cmd ?? []) ?? [];
  const last = statements.at(-1);
  const dueMs = sleepIn(exec);
  const timeoutMs = Number(exec.request.timeout ?? '0') * 1000;
  return last?.do === 'put' && timeoutMs > 0 && dueMs >= timeoutMs + sparesMs
    ? { path: last.path, dueMs }
    : undefined;
}

function sleepIn(exec: RecordedCall<'ExecSync'>): number {
  return (statementsIn(exec.request.cmd ?? []) ?? []).reduce(
    (sum, statement) => sum + (statement.do === 'sleep' ? statement.ms : 0),
    0,
  );
}
