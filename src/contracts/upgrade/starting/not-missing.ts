// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartStartingNotMissing } from '../../restart/starting/not-missing.js';

export const upgradeStartingNotMissing: Contract = throughUpgrade(restartStartingNotMissing, {
  id: 'upgrade.starting.not-missing',
  title: 'Between two versions, and while the other one starts, nothing that exists is reported as missing',
  consequence: 'The kubelet takes running pods for dead, and starts all of them a second time.',
});
