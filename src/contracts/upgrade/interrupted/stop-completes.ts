// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartInterruptedStopCompletes } from '../../restart/interrupted/stop-completes.js';

export const upgradeInterruptedStopCompletes: Contract = throughUpgrade(restartInterruptedStopCompletes, {
  id: 'upgrade.interrupted.stop-completes',
  title:
    'A StopContainer that the change of version interrupted can be repeated, and ends the container with its true exit code',
  consequence: 'Pods that were being deleted during the upgrade stay in Terminating.',
});
