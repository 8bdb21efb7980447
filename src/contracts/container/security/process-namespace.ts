// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lineIn, shown } from '../../occasions/inside/inside.js';

export const containerSecurityProcessNamespace: Contract = {
  id: 'container.security.process-namespace',
  level: 'must',
  since: '0.1.0',
  title:
    'A container with its own process namespace has pid 1 in it, and one that shares a namespace has not',
  reference: {
    source: 'CRI v1, NamespaceOption.pid',
    says: 'CONTAINER gives each container a namespace of its own; POD, NODE and TARGET share one',
  },
  consequence: 'Containers see and kill the processes of their neighbours, or a debug container sees none.',
  covers: ['CTR-015', 'A5'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'pid').filter(
        ({ life, isMain }) => isMain && life.config.linux?.security_context?.namespace_options !== undefined,
      ),
      'no program showed its process id',
      (seen) => {
        const mode = seen.life.config.linux?.security_context?.namespace_options?.pid ?? 'POD';
        const isFirst = /^pid=1 /.test(seen.output);
        return holds(seen.calls, isFirst === (mode === 'CONTAINER'), {
          expected:
            mode === 'CONTAINER' ? 'pid=1, in its own namespace' : `another pid than 1, in that of ${mode}`,
          actual: lineIn(seen),
        });
      },
    ),
};
