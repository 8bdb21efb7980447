// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isEndedBefore, isKeptUntil } from '../../occasions/occasions.js';

export const execSyncNotRunningRefused: Contract = {
  id: 'exec.sync.not-running-refused',
  level: 'must',
  since: '0.1.0',
  title: 'ExecSync in a container that does not run is refused',
  reference: {
    source: 'CRI v1, RPC ExecSync; kubelet, prober',
    says: 'there is nothing to execute a command in; any code except DEADLINE_EXCEEDED is fine',
  },
  consequence: 'Probes of dead containers hang or succeed.',
  covers: ['EXE-007', 'X5'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) => life.execs.filter((exec) => isEndedBefore(life, exec) && isKeptUntil(life, exec))),
      'nothing was executed in a container that had ended',
      (exec) =>
        mustBeRefused(exec, 'refused, and not as DEADLINE_EXCEEDED: the container does not run', [
          'DEADLINE_EXCEEDED',
        ]),
    ),
};
