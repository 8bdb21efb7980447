// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { mustDiffer } from '../../judging/clashes.js';
import { idsGiven } from '../../occasions/objects/identity.js';
import { FirstOfEach } from '../../occasions/first-of-each.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerCreateIdUnique: Contract = {
  id: 'container.create.id-unique',
  level: 'must',
  since: '0.1.0',
  title: 'Every CreateContainer answers with a unique id that is not empty',
  reference: {
    source: 'CRI v1, CreateContainerResponse.container_id; kubelet, remote runtime client',
    says: 'the answer names the new container; the kubelet treats an empty id as a failed creation',
  },
  consequence: 'The container is never started, or two containers are treated as one.',
  covers: ['CTR-001', 'GEN-010'],
  check: (evidence) => {
    const creates = evidence.answered('CreateContainer');
    const firsts = new FirstOfEach(creates, idOf, keyOf);
    return judgeEach(creates, 'no container was created', (create) => {
      const id = idOf(create);
      const twin = firsts.twinOf(create);
      if (id === '') return holds([create], false, { expected: 'an id', actual: 'an empty container_id' });
      return holds(twin === undefined ? [create] : [twin, create], twin === undefined, {
        expected: 'another id for another container',
        actual: `id ${id} twice`,
      });
    });
  },
  across: {
    factsOf: (evidence) => idsGiven(evidence, 'CreateContainer'),
    check: (facts) => mustDiffer(facts, 'id'),
  },
};

const idOf = ({ outcome }: AnsweredCall<'CreateContainer'>): string => outcome.response.container_id ?? '';

function keyOf({ request }: AnsweredCall<'CreateContainer'>): string {
  return JSON.stringify([request.pod_sandbox_id, request.config?.metadata]);
}
