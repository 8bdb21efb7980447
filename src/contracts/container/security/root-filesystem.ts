// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown } from '../../occasions/inside/inside.js';
import { mountAt, mountTable } from '../../occasions/inside/mount-table.js';

export const containerSecurityRootFilesystem: Contract = {
  id: 'container.security.root-filesystem',
  level: 'must',
  since: '0.1.0',
  title: 'The root file system of a container is read-only if that was requested, and only then',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.readonly_rootfs',
    says: 'the container runs with a read-only root file system',
  },
  consequence:
    'An intruder changes the programs of a container that should be immutable, or programs cannot write at all.',
  covers: ['P1'],
  check: (evidence) =>
    judgeEach(shown(evidence, 'mounts'), 'no program showed its mounts', ({ life, output, calls }) => {
      const expected = life.config.linux?.security_context?.readonly_rootfs === true ? 'ro' : 'rw';
      const actual = mountAt(mountTable(output), '/')?.isReadonly === true ? 'ro' : 'rw';
      return holds(calls, actual === expected, { expected: `/ ${expected}`, actual: `/ ${actual}` });
    }),
};
