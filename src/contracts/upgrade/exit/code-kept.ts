// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartExitCodeKept } from '../../restart/exit/code-kept.js';

export const upgradeExitCodeKept: Contract = throughUpgrade(restartExitCodeKept, {
  id: 'upgrade.exit.code-kept',
  title: 'A container that ended between two versions has the exit code of its program',
  consequence: 'A job that completed during the upgrade counts as failed, and runs again.',
});
