// SPDX-License-Identifier: Apache-2.0
import { daemonInterruptedRunSandbox } from '../daemon/interrupted-run-sandbox.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeInterruptedRunSandbox: Scenario = withUpgrade(daemonInterruptedRunSandbox, {
  id: 'upgrade.interrupted-run-sandbox',
  title: 'the version changes in the middle of RunPodSandbox, and the kubelet tries again',
});
