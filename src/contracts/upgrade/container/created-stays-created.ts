// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartContainerCreatedStaysCreated } from '../../restart/container/created-stays-created.js';

export const upgradeContainerCreatedStaysCreated: Contract = throughUpgrade(
  restartContainerCreatedStaysCreated,
  {
    id: 'upgrade.container.created-stays-created',
    title: 'A container that was created but not started is still CREATED under the other version',
    consequence: 'A program that never ran counts as one that ran and ended.',
  },
);
