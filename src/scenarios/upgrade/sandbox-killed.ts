// SPDX-License-Identifier: Apache-2.0
import { daemonSandboxKilledWhileDown } from '../daemon/sandbox-killed-while-down.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeSandboxKilled: Scenario = withUpgrade(daemonSandboxKilledWhileDown, {
  id: 'upgrade.sandbox-killed',
  title: 'the process that holds a sandbox is killed between two versions',
});
