// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartPreexistingStart } from '../../restart/preexisting/start.js';

export const upgradePreexistingStart: Contract = throughUpgrade(restartPreexistingStart, {
  id: 'upgrade.preexisting.start',
  title: 'A container that was created before the change of version can be started after it',
  consequence: 'An upgrade in the middle of the start of a pod leaves a container that never starts.',
});
