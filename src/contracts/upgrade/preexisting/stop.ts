// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingStop } from '../../restart/preexisting/stop.js';

export const upgradePreexistingStop: Contract = throughUpgrade(restartPreexistingStop, {
  id: 'upgrade.preexisting.stop',
  title: 'A container from before the change of version gets its stop signal and its whole grace period',
  consequence: 'After the upgrade pods hang in Terminating, or are killed without cleaning up.',
});
