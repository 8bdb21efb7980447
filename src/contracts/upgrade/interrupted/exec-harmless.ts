// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartInterruptedExecHarmless } from '../../restart/interrupted/exec-harmless.js';

export const upgradeInterruptedExecHarmless: Contract = throughUpgrade(restartInterruptedExecHarmless, {
  id: 'upgrade.interrupted.exec-harmless',
  title:
    'An ExecSync that the change of version interrupted does no harm: the container keeps running, and the next command works',
  consequence: 'A probe during the upgrade kills its container, or it can never be probed again.',
});
