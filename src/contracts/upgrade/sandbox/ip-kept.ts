// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartSandboxIpKept } from '../../restart/sandbox/ip-kept.js';

export const upgradeSandboxIpKept: Contract = throughUpgrade(restartSandboxIpKept, {
  id: 'upgrade.sandbox.ip-kept',
  title: 'A sandbox has the same addresses in the same order under the other version',
  consequence: 'Every pod of the node is recreated after the upgrade, or gets a status without its address.',
});
