// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isGoneBefore } from '../../occasions/occasions.js';

export const containerCreateNameFreeAfterRemove: Contract = {
  id: 'container.create.name-free-after-remove',
  level: 'must',
  since: '0.1.0',
  title: 'The name and attempt of a removed container can be used again',
  reference: {
    source: 'CRI v1, ContainerMetadata; kubelet, startContainer',
    says: 'the attempt counts visible instances, so the number of a removed one is used again',
  },
  consequence: 'The container can never be created again: name in use.',
  covers: ['N3'],
  check: (evidence) =>
    judgeEach(
      evidence.of('CreateContainer').filter((create) => {
        const { name, attempt = 0 } = create.request.config?.metadata ?? {};
        const same = evidence
          .containers()
          .filter(
            (life) =>
              life.sandboxId === create.request.pod_sandbox_id &&
              life.name === name &&
              life.attempt === attempt,
          );
        const earlier = same.filter((life) => beganAfter(create, life.create));
        const sandbox = evidence.sandbox(create.request.pod_sandbox_id ?? '');
        const ready = sandbox?.changes.every((change) => beganAfter(change, create)) ?? false;
        return ready && earlier.length > 0 && earlier.every((life) => isGoneBefore(life, create));
      }),
      'no name of a removed container was used again',
      (create) => mustSucceed(create, 'CreateContainer with the name of a removed container'),
    ),
};
