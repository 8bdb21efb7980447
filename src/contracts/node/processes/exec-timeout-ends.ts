// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { runs, type NodeObject } from '#evidence/node-observation.js';
import type { Contract } from '../../contract.js';
import { judgeOnNode, living, mustBeGone, textOfProcesses } from '../../occasions/node-looks.js';

export const nodeProcessesExecTimeoutEnds: Contract = {
  id: 'node.processes.exec-timeout-ends',
  level: 'must',
  since: '0.1.0',
  title: 'A command that exceeds the timeout of ExecSync is ended, with the processes it started',
  reference: {
    source: 'CRI v1, ExecSyncRequest.timeout',
    says: 'the command is stopped after that many seconds',
  },
  consequence: 'Every probe that times out leaves a process, until the container is full of them.',
  covers: ['X3'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () => evidence.of('ExecSync').filter((exec) => isOverdue(exec)),
      none: 'no command exceeded its timeout',
      judge: (exec) =>
        mustBeGone(evidence, exec, {
          of: new Set([exec.request.container_id ?? '']),
          left: (object) => leftOf(exec, object),
          what: 'process of the command that timed out',
        }),
    }),
};

function isOverdue({ request, beganMs, endedMs = Infinity, outcome }: RecordedCall<'ExecSync'>): boolean {
  const limitMs = Number(request.timeout ?? '0') * 1000;
  return limitMs > 0 && endedMs - beganMs >= limitMs && (outcome.kind === 'ok' || outcome.kind === 'refused');
}

/** Ticks of the kernel's clock, and the time between reading two clocks. */
const clockMs = 50;

/** By its command line, which a child that it forks shares. */
function leftOf({ request, beganMs }: RecordedCall<'ExecSync'>, object: NodeObject): readonly string[] {
  const left = living(object).filter(
    (one) => runs(one, request.cmd ?? []) && one.startedAtMs >= beganMs - clockMs,
  );
  return left.length === 0 ? [] : [textOfProcesses(left)];
}
