// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartContainerMountsKept } from '../../restart/container/mounts-kept.js';

export const upgradeContainerMountsKept: Contract = throughUpgrade(restartContainerMountsKept, {
  id: 'upgrade.container.mounts-kept',
  title: 'The mounts of a container are the same under the other version',
  consequence:
    'The kubelet does not find the termination message of a container that ran before the upgrade.',
});
