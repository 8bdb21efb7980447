// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartExitedDataKept } from '../../restart/exited/data-kept.js';

export const upgradeExitedDataKept: Contract = throughUpgrade(restartExitedDataKept, {
  id: 'upgrade.exited.data-kept',
  title: 'The other version reports in the same way how a container ended',
  consequence: 'Completed jobs run again after the upgrade, and failed ones count as completed.',
});
