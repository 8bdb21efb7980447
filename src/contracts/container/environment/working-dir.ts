// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lineIn, shown } from '../../occasions/inside/inside.js';

export const containerEnvironmentWorkingDir: Contract = {
  id: 'container.environment.working-dir',
  level: 'must',
  since: '0.1.0',
  title: 'A program starts in the requested working directory',
  reference: {
    source: 'CRI v1, ContainerConfig.working_dir',
    says: 'the directory in which the command is executed',
  },
  consequence: 'Programs do not find the files that they name without a path.',
  covers: ['CTR-018'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'cwd').filter(({ life }) => (life.config.working_dir ?? '') !== ''),
      'no program with a requested working directory showed it',
      (seen) => {
        const expected = (seen.life.config.working_dir ?? '').replace(/(.)\/+$/, '$1');
        return holds(seen.calls, lineIn(seen) === expected, { expected, actual: lineIn(seen) });
      },
    ),
};
