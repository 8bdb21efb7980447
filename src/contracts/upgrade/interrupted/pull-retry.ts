// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartInterruptedPullRetry } from '../../restart/interrupted/pull-retry.js';

export const upgradeInterruptedPullRetry: Contract = throughUpgrade(restartInterruptedPullRetry, {
  id: 'upgrade.interrupted.pull-retry',
  title: 'An image whose pull the change of version interrupted is never incomplete, and can be pulled again',
  consequence:
    'Containers of an image that was on its way during the upgrade fail until somebody removes it by hand.',
});
