// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingStats } from '../../restart/preexisting/stats.js';

export const upgradePreexistingStats: Contract = throughUpgrade(restartPreexistingStats, {
  id: 'upgrade.preexisting.stats',
  title: 'A container from before the change of version has statistics after it, and its counters continue',
  consequence:
    'Pods vanish from the metrics after the upgrade, or rates become absurd and autoscaling acts on them.',
});
