// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartContainerKeepsRunning } from '../../restart/container/keeps-running.js';

export const upgradeContainerKeepsRunning: Contract = throughUpgrade(restartContainerKeepsRunning, {
  id: 'upgrade.container.keeps-running',
  title: 'A running container survives the change of version, and is shown as RUNNING',
  consequence: 'The upgrade of a runtime restarts every workload of the node, or runs it twice.',
});
