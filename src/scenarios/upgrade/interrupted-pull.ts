// SPDX-License-Identifier: Apache-2.0
import { daemonInterruptedPull } from '../daemon/interrupted-pull.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeInterruptedPull: Scenario = withUpgrade(daemonInterruptedPull, {
  id: 'upgrade.interrupted-pull',
  title: 'the version changes in the middle of PullImage, and the kubelet pulls again',
});
