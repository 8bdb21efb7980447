// SPDX-License-Identifier: Apache-2.0
import { daemonCrashWhileIdle } from '../daemon/crash-while-idle.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeWhileKubeletRuns: Scenario = withUpgrade(daemonCrashWhileIdle, {
  id: 'upgrade.while-kubelet-runs',
  title: 'the version changes while the kubelet runs, and nothing healthy is restarted',
});
