// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { endMs } from '#evidence/history/order.js';
import { predict } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { lineSeenBefore, reactionToStop } from '../../occasions/occasions.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const execSyncWorksInGrace: Contract = {
  id: 'exec.sync.works-in-grace',
  level: 'must',
  since: '0.1.0',
  title: 'Commands can be executed in a container during the grace of StopContainer',
  reference: {
    source: 'CRI v1, RPC ExecSync, StopContainer; kubelet, prober',
    says: 'until it is killed the container runs: probes go on during the grace, beside the call that stops it',
  },
  consequence: 'A pod that drains its connections is taken for broken, and is cut off while it still serves.',
  covers: ['GEN-008'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => life.execs.filter((exec) => isInGrace(evidence, life, exec))),
      'nothing was executed during a grace',
      (exec) => {
        const code = predict(exec.request.cmd ?? [])?.exitCode ?? 0;
        const expected = `OK with exit_code ${code}: the grace is not over`;
        if (!isAnswered(exec)) return mustSucceed(exec, expected);
        const actual = exec.outcome.response.exit_code ?? 0;
        return holds([exec], actual === code, { expected, actual: `exit_code ${actual}` });
      },
    ),
};

/** The signal is sent and ignored, and KILL is far. */
const sparesMs = 2_000;

function isInGrace(evidence: Evidence, life: ContainerHistory, exec: RecordedCall<'ExecSync'>): boolean {
  const [stop] = life.stops;
  if (stop === undefined || lineSeenBefore(evidence, life, stop) === undefined || !ignoresStop(life))
    return false;
  const killMs = stop.beganMs + Number(stop.request.timeout ?? '0') * 1000;
  const isAlone = life.changes.every(
    (change) => change === stop || change.rpc === 'StartContainer' || change.beganMs >= killMs,
  );
  const isKnown = predict(exec.request.cmd ?? [])?.exitCode !== undefined;
  return isAlone && isKnown && exec.beganMs > stop.beganMs && endMs(exec) <= killMs - sparesMs;
}

const ignoresStop = (life: ContainerHistory): boolean => reactionToStop(life)?.kind === 'ignores';
