// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown } from '../../occasions/inside/inside.js';
import { unexercised, unsupported } from '../../verdict.js';

export const containerSecurityNoNewPrivileges: Contract = {
  id: 'container.security.no-new-privileges',
  level: 'must',
  since: '0.1.0',
  title: 'A program cannot gain privileges if no_new_privs was requested, and only then',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.no_new_privs',
    says: 'the flag is set for the processes of the container',
  },
  consequence:
    'A program that must not become root does so with a setuid file, or sudo no longer works anywhere.',
  covers: ['CTR-022', 'P1'],
  check: (evidence) =>
    judgeEach(shown(evidence, 'caps'), 'no program showed its privileges', ({ life, output, calls }) => {
      const actual = /^NoNewPrivs:\t([01])$/m.exec(output)?.[1];
      if (actual === undefined) return unexercised('the kernel shows no such flag');
      const expected = life.config.linux?.security_context?.no_new_privs === true ? '1' : '0';
      if (expected === '0' && evidence.header.host.lacks.includes('new privileges'))
        return unsupported(
          calls.map(({ seq }) => seq),
          'no process on this machine can gain privileges',
        );
      return holds(calls, actual === expected, {
        expected: `NoNewPrivs ${expected}`,
        actual: `NoNewPrivs ${actual}`,
      });
    }),
};
