// SPDX-License-Identifier: Apache-2.0
import { daemonInterruptedExec } from '../daemon/interrupted-exec.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeInterruptedExec: Scenario = withUpgrade(daemonInterruptedExec, {
  id: 'upgrade.interrupted-exec',
  title: 'the version changes while a command runs in a container',
});
