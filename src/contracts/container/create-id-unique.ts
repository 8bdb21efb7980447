// SPDX-License-Identifier: Apache-2.0
import type { Call } from '#evidence/call.js';
import { type Contract, defineContract } from '../contract.js';
import { holds, judgeEach } from '../judging.js';

export const containerCreateIdUnique: Contract = defineContract({
  id: 'container.create.id-unique',
  level: 'must',
  since: '0.1.0',
  title: 'Every CreateContainer answers with an id of its own that is not empty',
  reference: {
    source: 'CRI v1, CreateContainerResponse.container_id; kubelet, remote runtime client',
    says: 'the answer names the new container; the kubelet treats an empty id as a failed creation',
  },
  consequence: 'The container is never started, or two containers share one fate.',
  covers: ['CTR-001', 'GEN-010'],
  check: (evidence) => {
    const creates = evidence.answered('CreateContainer');
    return judgeEach(creates, 'no container was made', (create) => {
      const id = create.outcome.response.container_id ?? '';
      const mine = keyOf(create);
      const twin = creates.find(
        (other) =>
          other.seq < create.seq && other.outcome.response.container_id === id && keyOf(other) !== mine,
      );
      if (id === '') return holds([create], false, { expected: 'an id', actual: 'an empty container_id' });
      return holds(twin === undefined ? [create] : [twin, create], twin === undefined, {
        expected: 'another id for another container',
        actual: `id ${id} twice`,
      });
    });
  },
});

function keyOf({ request }: Call<'CreateContainer'>): string {
  return JSON.stringify([request.pod_sandbox_id, request.config?.metadata]);
}
