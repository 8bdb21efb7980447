// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingExec } from '../../restart/preexisting/exec.js';

export const upgradePreexistingExec: Contract = throughUpgrade(restartPreexistingExec, {
  id: 'upgrade.preexisting.exec',
  title:
    'An ExecSync in a container from before the change of version gives the exact output and exit code of its command',
  consequence: 'Liveness probes fail after the upgrade, and every healthy container is restarted.',
});
