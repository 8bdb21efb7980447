// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartExitSeen } from '../../restart/exit/seen.js';

export const upgradeExitSeen: Contract = throughUpgrade(restartExitSeen, {
  id: 'upgrade.exit.seen',
  title: 'A container that ended between two versions is EXITED soon after, with a time that can be true',
  consequence: 'A container that died during the upgrade counts as running for ever.',
});
