// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingRemove } from '../../restart/preexisting/remove.js';

export const upgradePreexistingRemove: Contract = throughUpgrade(restartPreexistingRemove, {
  id: 'upgrade.preexisting.remove',
  title: 'A sandbox from before the change of version can be stopped and removed, and then its name is free',
  consequence: 'Pods from before the upgrade stay in Terminating, and a pod of the same name cannot start.',
});
