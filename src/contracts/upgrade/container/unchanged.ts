// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartContainerUnchanged } from '../../restart/container/unchanged.js';

export const upgradeContainerUnchanged: Contract = throughUpgrade(restartContainerUnchanged, {
  id: 'upgrade.container.unchanged',
  title: 'Identity and times of a container are the same under the other version',
  consequence:
    'Healthy containers look changed after the upgrade: they are restarted, or their logs are not found.',
});
