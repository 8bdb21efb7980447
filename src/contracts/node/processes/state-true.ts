// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory, ContainerAnswer } from '#evidence/history/container-history.js';
import { tookMs } from '#evidence/history/order.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import {
  glimpsesOf,
  judgeOnNode,
  living,
  textOfProcesses,
  type Glimpse,
} from '../../occasions/node-looks.js';
import { held, unexercised, violated, type Verdict } from '../../verdict.js';

export const nodeProcessesStateTrue: Contract = {
  id: 'node.processes.state-true',
  level: 'must',
  since: '0.1.0',
  title: 'A container shown as RUNNING has a process on the node, and one shown as EXITED has none',
  reference: {
    source: 'CRI v1, ContainerState',
    says: 'RUNNING and EXITED are states of the program, not of a record',
  },
  consequence: 'The kubelet leaves dead programs unattended, or starts a second one beside the living.',
  covers: ['L5'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () => evidence.containers().flatMap((life) => life.views.map((view) => ({ life, view }))),
      none: 'no container was shown as RUNNING or EXITED',
      judge: ({ life, view }) =>
        view.state === 'CONTAINER_RUNNING'
          ? running(evidence, life, view)
          : view.state === 'CONTAINER_EXITED'
            ? exited(evidence, life, view)
            : unexercised('it was neither RUNNING nor EXITED'),
    }),
};

/** How late an end may be noticed: a busy runtime is slow at everything. */
const lateMs = 10_000;
const slowness = 20;

function running(evidence: Evidence, life: ContainerHistory, { call }: ContainerAnswer): Verdict {
  const all = glimpsesOf(evidence, life.id);
  const own = all.find(({ look }) => look.call === call.seq);
  if (own !== undefined && living(own.object).length > 0) return held([call.seq]);
  const dead = all.find((one) => isDead(evidence, life, one));
  if (dead === undefined) return unexercised('nobody looked for its process');
  const sinceMs = call.beganMs - Math.max(dead.atMs, lastReturnMs(evidence, call.beganMs));
  const start = life.starts.at(0) ?? life.create;
  if (sinceMs < Math.max(lateMs, slowness * tookMs(start))) return unexercised('its end was just now');
  return violated([start.seq, call.seq], {
    expected: `not CONTAINER_RUNNING: container ${life.id} has no process`,
    actual: `CONTAINER_RUNNING in ${call.rpc}, ${(sinceMs / 1000).toFixed(1)} s after none was left`,
  });
}

/** It was started and has no process: the one it had is gone, or its sandbox's others can be seen and it cannot. */
function isDead(evidence: Evidence, life: ContainerHistory, { atMs, object }: Glimpse): boolean {
  if (atMs < (life.starts.at(0)?.endedMs ?? Infinity) || living(object).length > 0) return false;
  const near = evidence.containers().filter(({ sandboxId }) => sandboxId === life.sandboxId);
  return near.some(({ id }) => glimpsesOf(evidence, id).some((one) => living(one.object).length > 0));
}

/** When the daemon was last started again; what ended meanwhile it learns only then. */
function lastReturnMs(evidence: Evidence, beforeMs: number): number {
  const past = evidence.outages().filter(({ stoppingMs }) => stoppingMs <= beforeMs);
  return Math.max(0, ...past.map(({ startedMs = Infinity }) => startedMs));
}

function exited(evidence: Evidence, life: ContainerHistory, { call }: ContainerAnswer): Verdict {
  const later = glimpsesOf(evidence, life.id).filter(({ atMs }) => atMs >= call.endedMs);
  const last = later.findLast(({ look }) => look.call === call.seq);
  if (last === undefined) return unexercised('nobody looked for its process');
  const left = living(last.object);
  if (left.length === 0) return held([call.seq]);
  if (!last.look.isPatient) return unexercised('nobody waited for its processes to end');
  return violated([call.seq], {
    expected: `no process of container ${life.id}, which is CONTAINER_EXITED in ${call.rpc}`,
    actual: `${(last.look.waitedMs / 1000).toFixed(1)} s later: ${textOfProcesses(left)}`,
  });
}
