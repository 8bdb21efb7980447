// SPDX-License-Identifier: Apache-2.0
import { daemonRestartAfterFailures } from '../daemon/restart-after-failures.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeAfterFailures: Scenario = withUpgrade(daemonRestartAfterFailures, {
  id: 'upgrade.after-failures',
  title: 'the version changes after creations, a start and a removal that failed',
});
