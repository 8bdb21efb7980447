// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory, ContainerAnswer } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { containersSeenThrough, goesOnForEver, wasKilledWhileDown } from '../../occasions/outages.js';

export const restartContainerKeepsRunning: Contract = {
  id: 'restart.container.keeps-running',
  level: 'must',
  since: '0.1.0',
  title: 'A running container survives a restart of the runtime, and is shown as RUNNING',
  reference: {
    source: 'kubelet, relist after the runtime was away; practice of all common runtimes',
    says: 'pods outlive the daemon: a container that is shown as exited is restarted, dead or alive',
  },
  consequence: 'An update of the runtime restarts every workload of the node, or runs it twice.',
  covers: ['RS1'],
  check: (evidence) =>
    judgeEach(
      containersSeenThrough(evidence).filter(
        ({ life, before }) =>
          before.state === 'CONTAINER_RUNNING' &&
          goesOnForEver(life) &&
          !wasKilledWhileDown(evidence, life.sandboxId),
      ),
      'no container that runs for ever was read before and after an outage of the daemon',
      ({ life, outage, before, after }) => {
        const processes = processesOf(evidence, life, outage);
        const ended = after.find(({ state }) => state !== 'CONTAINER_RUNNING');
        const { call } = ended ?? after[0];
        const died = processes !== undefined && processes.after < processes.before;
        const seen = processes === undefined ? '' : `, ${processes.before} processes`;
        const now = processes === undefined ? '' : `, ${processes.after} processes`;
        return holds([before.call, call], ended === undefined && !died, {
          expected: `CONTAINER_RUNNING${seen}, as before`,
          actual: `${ended === undefined ? 'CONTAINER_RUNNING' : textOf(ended)}${now}`,
        });
      },
    ),
};

function textOf(view: ContainerAnswer): string {
  return view.kind === 'list'
    ? `${view.state} in ${view.call.rpc}`
    : `${view.state} with exit_code ${view.status.exit_code ?? 0}`;
}

/** The last count before and the first after the outage; undefined: not counted on both sides. */
function processesOf(
  evidence: Evidence,
  life: ContainerHistory,
  { stoppingMs, startingMs, startedMs }: Outage,
): { readonly before: number; readonly after: number } | undefined {
  const looks = evidence.processes().filter(({ facts }) => facts.container === life.id);
  const before = looks.findLast(({ atMs }) => atMs <= stoppingMs)?.facts.count;
  const after = looks.find(({ atMs }) => atMs >= (startingMs ?? startedMs ?? Infinity))?.facts.count;
  return before !== undefined && after !== undefined && before > 0 ? { before, after } : undefined;
}
