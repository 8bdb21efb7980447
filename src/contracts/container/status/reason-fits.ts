// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { exitedStatuses, isEndedBefore } from '../../occasions/occasions.js';

export const containerStatusReasonFits: Contract = {
  id: 'container.status.reason-fits',
  level: 'should',
  since: '0.1.0',
  title:
    'The reason of an exit matches its code and cause: Completed only for 0, OOMKilled only where memory can run out',
  reference: {
    source: 'CRI v1, ContainerStatus.reason; kubelet, toKubeContainerStatus',
    says: 'the reason is shown to people and decides whether an init container succeeded',
  },
  consequence: 'A crash is reported as an OOM kill, or a failure as Completed.',
  covers: ['CST-007', 'CST-008', 'E3'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => exitedStatuses(life).map((view) => ({ life, view }))),
      'no exited container was read',
      ({ life, view: { call, status } }) => {
        const { reason = '', exit_code: code = 0 } = status;
        const ok =
          !(reason === 'Completed' && code !== 0) &&
          !(reason === 'Error' && code === 0) &&
          !(reason === 'OOMKilled' && !mayRunOutOfMemory(evidence, life, status));
        return holds([call], ok, { expected: `a reason that fits exit code ${code}`, actual: reason });
      },
    ),
};

/**
 * Its own limit, that of its pod, or the whole node may be exhausted. Without a limit of ours only a kill that
 * we did not order can be one.
 */
function mayRunOutOfMemory(
  evidence: Evidence,
  life: ContainerHistory,
  { exit_code: code = 0, finished_at: finished }: ContainerStatus,
): boolean {
  const pod = evidence.sandbox(life.sandboxId)?.config.linux?.resources;
  const limits = [life.config.linux?.resources, pod].map((limit) => parseInt64(limit?.memory_limit_in_bytes));
  if (limits.some((limit) => limit > 0n)) return true;
  const [stop] = life.changes.filter((change) => change.rpc !== 'StartContainer' && isAnswered(change));
  const killedBefore =
    stop === undefined ||
    isEndedBefore(life, stop) ||
    parseInt64(finished) < evidence.wallClockNs(stop.beganMs);
  return code === killedCode && killedBefore;
}

/** 128 and SIGKILL. */
const killedCode = 137;
