// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingRead } from '../../restart/preexisting/read.js';

export const upgradePreexistingRead: Contract = throughUpgrade(restartPreexistingRead, {
  id: 'upgrade.preexisting.read',
  title: 'What could be read before the change of version can be read after it, one by one and in lists',
  consequence: 'One object that the new version cannot read blocks its pod, or all pods of the node.',
});
