// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingReopenLog } from '../../restart/preexisting/reopen-log.js';

export const upgradePreexistingReopenLog: Contract = throughUpgrade(restartPreexistingReopenLog, {
  id: 'upgrade.preexisting.reopen-log',
  title:
    'The log of a container from before the change of version can be rotated: into a new file, and without losing lines',
  consequence: 'The logs of pods from before the upgrade fill the disk, or stop for good.',
});
