// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartSandboxReadyIsTrue } from '../../restart/sandbox/ready-is-true.js';

export const upgradeSandboxReadyIsTrue: Contract = throughUpgrade(restartSandboxReadyIsTrue, {
  id: 'upgrade.sandbox.ready-is-true',
  title: 'A sandbox whose process died between two versions is NOTREADY, or fully working',
  consequence: 'After the upgrade containers are started again and again in a sandbox that no longer exists.',
});
