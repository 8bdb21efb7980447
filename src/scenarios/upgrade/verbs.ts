// SPDX-License-Identifier: Apache-2.0
import { daemonPreexistingAfterRestart } from '../daemon/preexisting-after-restart.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeVerbs: Scenario = withUpgrade(daemonPreexistingAfterRestart, {
  id: 'upgrade.verbs',
  title: 'the version changes, and every call is tried on older objects',
});
