// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingCreate } from '../../restart/preexisting/create.js';

export const upgradePreexistingCreate: Contract = throughUpgrade(restartPreexistingCreate, {
  id: 'upgrade.preexisting.create',
  title:
    'A sandbox from before the change of version accepts a new container, which starts and shares its network and host name',
  consequence:
    'No container of a pod from before the upgrade can restart, or it lacks the network of the pod.',
});
