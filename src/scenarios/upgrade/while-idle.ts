// SPDX-License-Identifier: Apache-2.0
import { daemonRestartWhileIdle } from '../daemon/restart-while-idle.js';
import type { Scenario } from '../scenario.js';
import { seenOnNode, withUpgrade } from '../with-upgrade.js';

export const upgradeWhileIdle: Scenario = withUpgrade(daemonRestartWhileIdle, {
  id: 'upgrade.while-idle',
  title: 'the version changes while nothing happens, and the other one reports the same',
  exercises: seenOnNode,
});
