// SPDX-License-Identifier: Apache-2.0
import { daemonInterruptedCreate } from '../daemon/interrupted-create.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeInterruptedCreate: Scenario = withUpgrade(daemonInterruptedCreate, {
  id: 'upgrade.interrupted-create',
  title: 'the version changes in the middle of CreateContainer, and the kubelet tries again',
});
