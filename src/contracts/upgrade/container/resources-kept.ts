// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartContainerResourcesKept } from '../../restart/container/resources-kept.js';

export const upgradeContainerResourcesKept: Contract = throughUpgrade(restartContainerResourcesKept, {
  id: 'upgrade.container.resources-kept',
  title: 'The resources of a container, including updated ones, are the same under the other version',
  consequence: 'A resize from before the upgrade looks undone, and is repeated.',
});
