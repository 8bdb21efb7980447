// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartStartingSaysUnavailable } from '../../restart/starting/says-unavailable.js';

export const upgradeStartingSaysUnavailable: Contract = throughUpgrade(restartStartingSaysUnavailable, {
  id: 'upgrade.starting.says-unavailable',
  title: 'While the other version starts, it refuses reads as UNAVAILABLE, or nobody is there',
  consequence:
    'Agents that come up with the runtime give up, and stay away until somebody starts them again.',
});
