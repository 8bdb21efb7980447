// SPDX-License-Identifier: Apache-2.0
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { duplicateContainers, duplicateSandboxes, refusedOrTheSame } from '../../occasions/duplicates.js';
import { judgeEach } from '../../judging/judging.js';

export const restartNamesStillTaken: Contract = {
  id: 'restart.names.still-taken',
  level: 'must',
  since: '0.1.0',
  title: 'The names of sandboxes and containers from before the restart are still taken after it',
  reference: {
    source: 'CRI v1, PodSandboxMetadata and ContainerMetadata',
    says: 'a name with its attempt is one object, as long as that object exists',
  },
  consequence: 'After a restart of the runtime two pods or containers run with one name.',
  covers: ['N1'],
  check: (evidence) =>
    judgeEach(
      [
        ...duplicateSandboxes(evidence).filter(({ first, again }) => isAcross(evidence, first.run, again)),
        ...duplicateContainers(evidence).filter(({ first, again }) =>
          isAcross(evidence, first.create, again),
        ),
      ],
      'nothing was requested under a name from before a restart',
      refusedOrTheSame,
    ),
};
