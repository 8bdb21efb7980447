// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown } from '../../occasions/inside/inside.js';
import { wordsOf } from '../../occasions/words.js';

export const containerEnvironmentArguments: Contract = {
  id: 'container.environment.arguments',
  level: 'must',
  since: '0.1.0',
  title: 'A program gets the requested command and arguments, or else those of its image, word for word',
  reference: {
    source: 'CRI v1, ContainerConfig.command and args',
    says: 'the command replaces the entrypoint of the image, the arguments its command; nothing is split or joined',
  },
  consequence: 'Programs run with the options of the image, or with none.',
  covers: ['CTR-016'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'args').filter(({ isMain }) => isMain),
      'no program showed its arguments',
      ({ life, output, calls }) => {
        const expected = wordsOf(life.config);
        return holds(calls, output === expected.map((word) => `${word}\n`).join(''), {
          expected: JSON.stringify(expected),
          actual: JSON.stringify(output.split('\n').slice(0, -1)),
        });
      },
    ),
};
