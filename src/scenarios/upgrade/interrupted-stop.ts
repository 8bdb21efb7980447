// SPDX-License-Identifier: Apache-2.0
import { daemonInterruptedStop } from '../daemon/interrupted-stop.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeInterruptedStop: Scenario = withUpgrade(daemonInterruptedStop, {
  id: 'upgrade.interrupted-stop',
  title: 'the version changes while a container is being stopped, and the kubelet repeats the kill',
});
