// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartSandboxUnchanged } from '../../restart/sandbox/unchanged.js';

export const upgradeSandboxUnchanged: Contract = throughUpgrade(restartSandboxUnchanged, {
  id: 'upgrade.sandbox.unchanged',
  title: 'Identity and creation time of a sandbox are the same under the other version',
  consequence:
    'The kubelet picks the wrong sandbox after the upgrade, or restarts all containers of the pod.',
});
