// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import { statementsIn } from '#guest/box.js';
import type { Statement } from '#guest/statement.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { duplicateContainers } from '../../occasions/duplicates.js';
import { hadItsTime } from '../../occasions/guest-execs.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { isRunningAt } from '../../occasions/occasions.js';
import { wasKilledWhileDown } from '../../occasions/outages.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const restartPreexistingCreate: Contract = {
  id: 'restart.preexisting.create',
  level: 'must',
  since: '0.1.0',
  title:
    'A sandbox from before the restart accepts a new container, which starts and shares its network and host name',
  reference: {
    source: 'CRI v1, RPC CreateContainer; kubelet, SyncPod',
    says: 'a container that restarts later is created in the existing sandbox of the pod',
  },
  consequence:
    "After a restart of the runtime no container of a running pod can restart, or it lacks the pod's network.",
  covers: ['RS4', 'A5'],
  check: (evidence) => {
    const taken = new Set<RecordedCall>(duplicateContainers(evidence).map(({ again }) => again));
    return judgeEach(
      evidence.of('CreateContainer').flatMap((create) => {
        const sandbox = evidence.sandbox(create.request.pod_sandbox_id ?? '');
        const isOld = sandbox !== undefined && isAcross(evidence, sandbox.run, create);
        return isOld && !taken.has(create) && isUnharmed(evidence, sandbox, create)
          ? [{ create, sandbox }]
          : [];
      }),
      'no container was created in a sandbox from before a restart',
      ({ create, sandbox }) => {
        if (!isAnswered(create))
          return mustSucceed(create, 'CreateContainer in a sandbox from before the restart');
        const life = evidence.container(create.outcome.response.container_id ?? '');
        return life === undefined ? unexercised(nothingHeard) : startsWithin(evidence, sandbox, life);
      },
    );
  },
};

/** Nothing ended it, and it did not die. */
function isUnharmed(
  evidence: Evidence,
  { id, changes, views }: SandboxHistory,
  create: RecordedCall,
): boolean {
  const isKilled = wasKilledWhileDown(evidence, id);
  const isDead = views.some(({ state, call }) => state !== 'SANDBOX_READY' && call.seq < create.seq);
  return !isKilled && !isDead && changes.every((change) => beganAfter(change, create));
}

const nothingHeard = 'no command was executed in the new container';

function startsWithin(evidence: Evidence, sandbox: SandboxHistory, life: ContainerHistory): Verdict {
  const [start] = life.starts;
  if (start === undefined) return unexercised(nothingHeard);
  if (!isAnswered(start)) return mustSucceed(start, 'StartContainer in a sandbox from before the restart');
  return judgeEach(questionsTo(evidence, sandbox, life), nothingHeard, ({ exec, expected }) => {
    const asked = (exec.request.cmd ?? []).join(' ');
    if (!isAnswered(exec)) return mustSucceed(exec, `${asked} in a new container of an old sandbox`);
    const actual = outputOf(exec);
    return holds([life.create, start, exec], actual === expected, {
      expected: `${asked}: ${JSON.stringify(expected)}`,
      actual: JSON.stringify(actual),
    });
  });
}

interface Question {
  readonly exec: RecordedCall<'ExecSync'>;
  readonly expected: string;
}

/** A question about its network or host name that could be answered in time. */
function questionsTo(
  evidence: Evidence,
  sandbox: SandboxHistory,
  life: ContainerHistory,
): readonly Question[] {
  return evidence.on('ExecSync', life.id).flatMap((exec) => {
    const expected = heardInside(sandbox, exec);
    const isFair = isRunningAt(life, exec) && hadItsTime(exec, 0);
    return expected === undefined || !isFair ? [] : [{ exec, expected }];
  });
}

/** The output of a command that asks for the network or the host name of its pod; undefined for any other. */
function heardInside({ config }: SandboxHistory, { request }: RecordedCall<'ExecSync'>): string | undefined {
  const [statement, more] = statementsIn(request.cmd ?? []) ?? [];
  if (statement === undefined || more !== undefined) return undefined;
  if (statement.do === 'show' && statement.view === 'hostname') return `${config.hostname ?? ''}\n`;
  return statement.do === 'connect' && isWithin(statement) ? `${statement.text}\n` : undefined;
}

/** The pod's own network: another of its containers echoes what it receives. */
const isWithin = ({ protocol, address }: Statement<'connect'>): boolean =>
  protocol === 'tcp' && address === '127.0.0.1';

function outputOf({ outcome }: AnsweredCall<'ExecSync'>): string {
  return Buffer.from(outcome.response.stdout ?? '', 'base64').toString();
}
