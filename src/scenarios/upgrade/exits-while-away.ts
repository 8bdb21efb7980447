// SPDX-License-Identifier: Apache-2.0
import { daemonExitsWhileStopped } from '../daemon/exits-while-stopped.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeExitsWhileAway: Scenario = withUpgrade(daemonExitsWhileStopped, {
  id: 'upgrade.exits-while-away',
  title: 'containers exit and print between the end of one version and the start of the other',
});
