// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { duplicateContainers, refusedOrTheSame } from '../../occasions/duplicates.js';
import { mayBeGone } from '../../occasions/occasions.js';
import { judgeEach } from '../../judging/judging.js';

export const containerCreateNoDuplicate: Contract = {
  id: 'container.create.no-duplicate',
  level: 'must',
  since: '0.1.0',
  title:
    'A second container with the name and attempt of one that exists is refused, or answered with the first id',
  reference: { source: 'CRI v1, ContainerMetadata', says: 'name and attempt are unique within a sandbox' },
  consequence: 'Two instances of one container run in parallel and write the same files.',
  covers: ['N1', 'CTR-007'],
  check: (evidence) =>
    judgeEach(
      duplicateContainers(evidence).filter(({ again, first }) => !mayBeGone(first, again)),
      'no container was requested twice',
      refusedOrTheSame,
    ),
};
