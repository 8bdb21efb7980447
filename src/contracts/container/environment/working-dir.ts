// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lineIn, shown } from '../../occasions/inside/inside.js';
import { imageDefaults } from '../../occasions/words.js';

export const containerEnvironmentWorkingDir: Contract = {
  id: 'container.environment.working-dir',
  level: 'must',
  since: '0.1.0',
  title: 'A program starts in the requested working directory, or else in that of its image',
  reference: {
    source: 'CRI v1, ContainerConfig.working_dir',
    says: 'the directory in which the command is executed',
  },
  consequence: 'Programs do not find the files that they name without a path.',
  covers: ['CTR-018'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'cwd').filter(({ life }) => directoryOf(life.config) !== ''),
      'no program with a working directory of its own showed it',
      (seen) => {
        const expected = directoryOf(seen.life.config).replace(/(.)\/+$/, '$1');
        return holds(seen.calls, lineIn(seen) === expected, { expected, actual: lineIn(seen) });
      },
    ),
};

function directoryOf(config: ContainerConfig): string {
  const { working_dir: asked = '' } = config;
  return asked === '' ? (imageDefaults(config)?.workingDir ?? '') : asked;
}
