// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartInterruptedCreateRetry } from '../../restart/interrupted/create-retry.js';

export const upgradeInterruptedCreateRetry: Contract = throughUpgrade(restartInterruptedCreateRetry, {
  id: 'upgrade.interrupted.create-retry',
  title:
    'A sandbox or container whose creation the change of version interrupted exists, or can be created again',
  consequence:
    'A pod that was starting during the upgrade never starts: its name is taken, though nothing has it.',
});
