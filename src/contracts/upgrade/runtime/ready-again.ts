// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartRuntimeReadyAgain } from '../../restart/runtime/ready-again.js';

export const upgradeRuntimeReadyAgain: Contract = throughUpgrade(restartRuntimeReadyAgain, {
  id: 'upgrade.runtime.ready-again',
  title: 'A runtime that was ready is ready soon after the change of version',
  consequence: 'The node stays NotReady after the upgrade.',
});
