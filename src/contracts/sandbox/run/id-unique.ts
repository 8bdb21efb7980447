// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { mustDiffer } from '../../judging/clashes.js';
import { idsGiven } from '../../occasions/objects/identity.js';
import { FirstOfEach } from '../../occasions/first-of-each.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxRunIdUnique: Contract = {
  id: 'sandbox.run.id-unique',
  level: 'must',
  since: '0.1.0',
  title: 'Every RunPodSandbox answers with a unique id that is not empty',
  reference: {
    source: 'CRI v1, RunPodSandboxResponse.pod_sandbox_id; kubelet, remote runtime client',
    says: 'the answer names the new sandbox; the kubelet treats an empty id as a failed call',
  },
  consequence: 'Without an id the sandbox leaks; with a shared id two pods use one sandbox.',
  covers: ['SBX-002', 'GEN-010'],
  check: (evidence) => {
    const runs = evidence.answered('RunPodSandbox');
    const firsts = new FirstOfEach(runs, idOf, keyOf);
    return judgeEach(runs, 'no sandbox was created', (run) => {
      const id = idOf(run);
      const twin = firsts.twinOf(run);
      if (id === '') return holds([run], false, { expected: 'an id', actual: 'an empty pod_sandbox_id' });
      return holds(twin === undefined ? [run] : [twin, run], twin === undefined, {
        expected: 'another id for another pod or attempt',
        actual: `id ${id} twice`,
      });
    });
  },
  across: {
    factsOf: (evidence) => idsGiven(evidence, 'RunPodSandbox'),
    check: (facts) => mustDiffer(facts, 'id'),
  },
};

type Run = AnsweredCall<'RunPodSandbox'>;

const idOf = ({ outcome }: Run): string => outcome.response.pod_sandbox_id ?? '';
const keyOf = ({ request }: Run): string => JSON.stringify([request.config?.metadata]);
