// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartSandboxStateKept } from '../../restart/sandbox/state-kept.js';

export const upgradeSandboxStateKept: Contract = throughUpgrade(restartSandboxStateKept, {
  id: 'upgrade.sandbox.state-kept',
  title: 'A sandbox has the same state under the other version',
  consequence: 'The upgrade restarts every pod of the node.',
});
