// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingRead } from '../../restart/preexisting/read.js';

export const upgradePreexistingRead: Contract = throughUpgrade(restartPreexistingRead, {
  id: 'upgrade.preexisting.read',
  title: 'What could be read under the old version can be read under the other one, one by one and in lists',
  consequence: 'One object that the new version cannot read blocks its pod, or all pods of the node.',
});
