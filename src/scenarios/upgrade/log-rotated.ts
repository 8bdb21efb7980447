// SPDX-License-Identifier: Apache-2.0
import { daemonPreexistingLogRotated } from '../daemon/preexisting-log-rotated.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeLogRotated: Scenario = withUpgrade(daemonPreexistingLogRotated, {
  id: 'upgrade.log-rotated',
  title: 'the log of a container of the old version is rotated under the new one',
});
