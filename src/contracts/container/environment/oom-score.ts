// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lineIn, shown } from '../../occasions/inside/inside.js';
import { unsupported } from '../../verdict.js';

export const containerEnvironmentOomScore: Contract = {
  id: 'container.environment.oom-score',
  level: 'must',
  since: '0.1.0',
  title: 'The first process of a container has the requested oom_score_adj',
  reference: {
    source: 'CRI v1, LinuxContainerResources.oom_score_adj; kubelet, GetContainerOOMScoreAdjust',
    says: 'the value decides which containers a node kills first when its memory is used up',
  },
  consequence: 'A node without memory kills its most important pods first.',
  covers: ['CTR-021'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'oom').filter(
        ({ life, isMain }) => isMain && life.config.linux?.resources !== undefined,
      ),
      'no program showed its oom_score_adj',
      (seen) => {
        const expected = seen.life.config.linux?.resources?.oom_score_adj ?? '0';
        const actual = lineIn(seen);
        // Without the capability a runtime cannot lower it below its own.
        if (Number(actual) > Number(expected) && evidence.header.host.lacks.includes('CAP_SYS_RESOURCE'))
          return unsupported(
            seen.calls.map(({ seq }) => seq),
            'this machine lacks CAP_SYS_RESOURCE, which lowering oom_score_adj needs',
          );
        return holds(seen.calls, actual === expected, { expected, actual });
      },
    ),
};
