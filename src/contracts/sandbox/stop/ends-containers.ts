// SPDX-License-Identifier: Apache-2.0
import { type RecordedCall, isAnswered } from '#evidence/call.js';
import { type ContainerHistory, viewsAfter } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxStopEndsContainers: Contract = {
  id: 'sandbox.stop.ends-containers',
  level: 'must',
  since: '0.1.0',
  title: 'StopPodSandbox kills the containers that still run in the sandbox',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox',
    says: 'whatever still runs in the sandbox is killed',
  },
  consequence: 'Processes of deleted pods keep running and hold ports, volumes and memory.',
  covers: ['SBX-013', 'CST-018', 'S5'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const stop = evidence.sandbox(life.sandboxId)?.stops.find(isAnswered);
        if (stop === undefined || !isRunningUntil(life, stop)) return [];
        return viewsAfter(life, stop).map((view) => ({ stop, view }));
      }),
      'no sandbox was stopped with a running container',
      ({ stop, view }) =>
        holds([stop, view.call], view.state === 'CONTAINER_EXITED', {
          expected: 'every container that ran in a stopped sandbox is EXITED',
          actual: `${view.state} in ${view.call.rpc}`,
        }),
    ),
};

/** Seen RUNNING, and nothing except this call asked it to end. */
function isRunningUntil(life: ContainerHistory, stop: RecordedCall): boolean {
  const others = life.changes.filter((change) => change.rpc !== 'StartContainer' && change !== stop);
  const last = life.views.filter(({ call }) => beganAfter(stop, call)).at(-1);
  return last?.state === 'CONTAINER_RUNNING' && others.every((change) => beganAfter(change, stop));
}
