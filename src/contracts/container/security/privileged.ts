// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown } from '../../occasions/inside/inside.js';
import { mountAt, mountTable } from '../../occasions/inside/mount-table.js';

export const containerSecurityPrivileged: Contract = {
  id: 'container.security.privileged',
  level: 'must',
  since: '0.1.0',
  title: 'The kernel settings of the node are open to a privileged container, and to no other',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.privileged',
    says: 'a privileged container has all capabilities, and paths are neither masked nor read-only',
  },
  consequence: 'Network plugins and storage drivers cannot do their work, or any pod can change the node.',
  covers: ['SBX-030', 'P1'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'mounts').filter(({ life }) => life.config.linux?.security_context !== undefined),
      'no program showed its mounts',
      ({ life, output, calls }) => {
        const isOpen = mountAt(mountTable(output), '/sys')?.isReadonly === false;
        const expected = life.config.linux?.security_context?.privileged === true;
        return holds(calls, isOpen === expected, {
          expected: expected ? '/sys is writable' : '/sys is read-only',
          actual: isOpen ? '/sys is writable' : '/sys is read-only',
        });
      },
    ),
};
