// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown } from '../../occasions/inside/inside.js';
import { unexercised, unsupported } from '../../verdict.js';

export const containerSecuritySeccomp: Contract = {
  id: 'container.security.seccomp',
  level: 'must',
  since: '0.1.0',
  title: 'The system calls of a program are filtered if a seccomp profile was requested, and only then',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.seccomp',
    says: 'RuntimeDefault and Localhost select a profile, Unconfined and an absent field none',
  },
  consequence: 'A pod that must be confined is not, or one that needs a system call cannot make it.',
  covers: ['CTR-022', 'P1'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'caps').filter(({ life }) => life.config.linux?.security_context?.privileged !== true),
      'no program without privileges showed its seccomp mode',
      ({ life, output, calls }) => {
        const actual = /^Seccomp:\t(\d)$/m.exec(output)?.[1];
        if (actual === undefined) return unexercised('the kernel shows no seccomp mode');
        const expected = isFiltered(life.config.linux?.security_context) ? '2' : '0';
        if (expected === '0' && evidence.header.host.lacks.includes('unfiltered system calls'))
          return unsupported(
            calls.map(({ seq }) => seq),
            'the system calls of every process on this machine are filtered',
          );
        return holds(calls, actual === expected, {
          expected: `seccomp mode ${expected}`,
          actual: `seccomp mode ${actual}`,
        });
      },
    ),
};

/** The deprecated text has the same meaning, and older kubelets send nothing else. */
function isFiltered({
  seccomp,
  seccomp_profile_path: path = '',
}: LinuxContainerSecurityContext = {}): boolean {
  if (seccomp !== undefined) return seccomp.profile_type !== 'Unconfined';
  return path !== '' && path !== 'unconfined';
}
