// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingUpdate } from '../../restart/preexisting/update.js';

export const upgradePreexistingUpdate: Contract = throughUpgrade(restartPreexistingUpdate, {
  id: 'upgrade.preexisting.update',
  title:
    'The resources of a container from before the change of version can be updated, and the status shows it',
  consequence: 'After the upgrade a resize hangs, and the CPU manager cannot move containers.',
});
