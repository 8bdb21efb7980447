// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { Evidence } from '#evidence/evidence.js';
import { callsInPod, lineIn, viewsBy } from '../../occasions/inside/inside.js';

export const sandboxSysctlsInside: Contract = {
  id: 'sandbox.sysctls.inside',
  level: 'must',
  since: '0.1.0',
  title: 'Every container of a pod sees the requested values of sysctls',
  reference: {
    source: 'CRI v1, LinuxPodSandboxConfig.sysctls',
    says: 'the values are set in the namespaces of the sandbox',
  },
  consequence: 'Network settings that a program depends on are lost without a word.',
  covers: ['SBX-028'],
  check: (evidence) =>
    judgeEach(
      viewsBy(evidence, 'cat').flatMap((seen) => {
        const asked = askedFor(evidence, seen.life.sandboxId, seen.statement.path);
        return asked === undefined ? [] : [{ seen, asked }];
      }),
      'no program showed a sysctl that was requested for its pod',
      ({ seen, asked }) => {
        const actual = words(lineIn(seen));
        return holds(callsInPod(evidence, seen), actual === words(asked.value), {
          expected: `${asked.name} = ${words(asked.value)}`,
          actual,
        });
      },
    ),
};

function askedFor(
  evidence: Evidence,
  sandbox: string,
  path: string,
): { readonly name: string; readonly value: string } | undefined {
  const sysctls = Object.entries(evidence.sandbox(sandbox)?.config.linux?.sysctls ?? {});
  const asked = sysctls.find(([name]) => `/proc/sys/${name.replaceAll('.', '/')}` === path);
  return asked && { name: asked[0], value: asked[1] };
}

/** The kernel separates several numbers by tabs. */
const words = (text: string): string => text.trim().replace(/\s+/g, ' ');
