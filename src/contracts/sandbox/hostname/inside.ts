// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { Evidence } from '#evidence/evidence.js';
import { callsInPod, lineIn, shown, type InsideView } from '../../occasions/inside/inside.js';

export const sandboxHostnameInside: Contract = {
  id: 'sandbox.hostname.inside',
  level: 'must',
  since: '0.1.0',
  title: 'Every container of a pod has the host name that was requested for it',
  reference: {
    source: 'CRI v1, PodSandboxConfig.hostname',
    says: 'the host name of the sandbox; on the host network it is empty, and the name is that of the node',
  },
  consequence: 'Members of a StatefulSet do not find themselves, and clusters of databases do not form.',
  covers: ['SBX-024'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'hostname').flatMap((seen) => {
        const expected = nameOf(evidence, seen);
        return expected === '' ? [] : [{ seen, expected }];
      }),
      'no program of a pod with a host name showed it',
      ({ seen, expected }) =>
        holds(callsInPod(evidence, seen), lineIn(seen) === expected, { expected, actual: lineIn(seen) }),
    ),
};

function nameOf(evidence: Evidence, { life }: InsideView): string {
  const sandbox = evidence.sandbox(life.sandboxId);
  return sandbox === undefined || sandbox.hostNetwork ? '' : (sandbox.config.hostname ?? '');
}
