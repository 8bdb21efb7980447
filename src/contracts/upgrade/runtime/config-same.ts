// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartRuntimeConfigSame } from '../../restart/runtime/config-same.js';

export const upgradeRuntimeConfigSame: Contract = throughUpgrade(restartRuntimeConfigSame, {
  id: 'upgrade.runtime.config-same',
  title: 'Cgroup driver and handlers are the same under the other version; a newer one may have more',
  consequence:
    'New containers get another cgroup driver after the upgrade, or pods lose the handler they were created with.',
});
