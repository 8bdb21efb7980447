// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { execsOfGuest, hadItsTime } from '../../occasions/guest-execs.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const restartPreexistingExec: Contract = {
  id: 'restart.preexisting.exec',
  level: 'must',
  since: '0.1.0',
  title:
    'An ExecSync in a container from before the restart gives the exact output and exit code of its command',
  reference: {
    source: 'CRI v1, RPC ExecSync; kubelet, exec probes',
    says: 'probes continue when the runtime is back',
  },
  consequence:
    'Liveness probes fail after a restart of the runtime, and every healthy container is restarted.',
  covers: ['RS4', 'X1'],
  check: (evidence) =>
    judgeEach(
      execsOfGuest(evidence).filter(
        ({ life, exec, program }) =>
          program.endsByItself && isAcross(evidence, life.create, exec) && hadItsTime(exec, program.mostMs),
      ),
      'no command was executed in a container from before a restart',
      ({ exec, program }) => {
        if (!isAnswered(exec)) return mustSucceed(exec, 'ExecSync in a container from before the restart');
        const { stdout = '', exit_code: code = 0 } = exec.outcome.response;
        const output = Buffer.from(stdout, 'base64').toString();
        return holds([exec], program.stdout.isWhole(output) && program.exitCodes.has(code), {
          expected: `stdout ${program.stdout.toString()}, exit_code ${[...program.exitCodes].join(' or ')}`,
          actual: `stdout ${JSON.stringify(output)}, exit_code ${code}`,
        });
      },
    ),
};
