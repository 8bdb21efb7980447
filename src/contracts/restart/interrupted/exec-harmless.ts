// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { isSinceBack } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { execsOfGuest, hadItsTime, type GuestExec } from '../../occasions/guest-execs.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { lateCalls, type LateCall } from '../../occasions/late-calls.js';
import { isLeftAlone, programOf } from '../../occasions/occasions.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const restartInterruptedExecHarmless: Contract = {
  id: 'restart.interrupted.exec-harmless',
  level: 'must',
  since: '0.1.0',
  title:
    'An ExecSync that was interrupted by a crash does no harm: the container keeps running, and the next command works',
  reference: {
    source: 'kubelet, exec probes; CRI v1, RPC ExecSync',
    says: 'a probe without an answer is ignored, and the next one runs when it is due',
  },
  consequence: 'A crash during a probe kills the container, or it can never be probed again.',
  covers: ['X1'],
  check: (evidence) =>
    judgeEach(
      lateCalls(evidence, 'ExecSync').flatMap((late) => {
        const life = evidence.container(late.call.request.container_id ?? '');
        return life !== undefined && programOf(life)?.lastsMs === Infinity ? [{ late, life }] : [];
      }),
      'no command was running when the daemon stopped',
      ({ late, life }) => runsOn(evidence, late, life),
    ),
};

function runsOn(evidence: Evidence, { call, outage }: LateCall<'ExecSync'>, life: ContainerHistory): Verdict {
  const since = (later: RecordedCall): boolean => isSinceBack(later, outage) && isLeftAlone(life, later);
  const dead = life.views.find((view) => view.state !== 'CONTAINER_RUNNING' && since(view.call));
  if (dead !== undefined)
    return holds([call, dead.call], false, {
      expected: 'CONTAINER_RUNNING',
      actual: `${dead.state} in ${dead.call.rpc}`,
    });
  const next = execsOfGuest(evidence).find(
    ({ life: within, exec, program }) =>
      within === life && program.endsByItself && since(exec) && hadItsTime(exec, program.mostMs),
  );
  return next === undefined
    ? unexercised('no command was executed after the daemon came back')
    : works(call, next);
}

function works(cut: RecordedCall, { exec, program }: GuestExec): Verdict {
  if (!isAnswered(exec)) return mustSucceed(exec, 'the next ExecSync after the crash');
  const { stdout = '', exit_code: code = 0 } = exec.outcome.response;
  const output = Buffer.from(stdout, 'base64').toString();
  return holds([cut, exec], program.stdout.isWhole(output) && program.exitCodes.has(code), {
    expected: `stdout ${program.stdout.toString()}, exit_code ${[...program.exitCodes].join(' or ')}`,
    actual: `stdout ${JSON.stringify(output)}, exit_code ${code}`,
  });
}
