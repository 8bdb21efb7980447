// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/order.js';
import { type Contract, defineContract } from '../contract.js';
import { judgeEach, mustBeRefused } from '../judging.js';
import { isKeptUntil } from '../occasions.js';
import { held } from '../verdict.js';

export const containerCreateNoDuplicate: Contract = defineContract({
  id: 'container.create.no-duplicate',
  level: 'must',
  since: '0.1.0',
  title:
    'A second container with the name and attempt of one that exists is refused, or answered with the first id',
  reference: { source: 'CRI v1, ContainerMetadata', says: 'name and attempt are unique within a sandbox' },
  consequence: 'Two processes of one container run side by side and write the same files.',
  covers: ['N1', 'CTR-007'],
  check: (evidence) =>
    judgeEach(
      evidence.of('CreateContainer').flatMap((create) => {
        const { name, attempt = 0 } = create.request.config?.metadata ?? {};
        const first = evidence
          .containers()
          .find(
            (life) =>
              life.sandboxId === create.request.pod_sandbox_id &&
              life.name === name &&
              life.attempt === attempt &&
              beganAfter(create, life.create) &&
              isKeptUntil(life, create),
          );
        return first === undefined ? [] : [{ create, first }];
      }),
      'no container was asked for twice',
      ({ create, first }) => {
        if (isAnswered(create) && create.outcome.response.container_id === first.id)
          return held([first.create.seq, create.seq]);
        return mustBeRefused(create, `refused, or OK with ${first.id}, while that container exists`);
      },
    ),
});
