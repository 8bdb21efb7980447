// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartNamesStillTaken } from '../../restart/names/still-taken.js';

export const upgradeNamesStillTaken: Contract = throughUpgrade(restartNamesStillTaken, {
  id: 'upgrade.names.still-taken',
  title: 'The names of sandboxes and containers from before the change of version are still taken',
  consequence: 'After the upgrade two pods or containers run with one name.',
});
