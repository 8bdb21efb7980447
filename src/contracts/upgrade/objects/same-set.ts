// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartObjectsSameSet } from '../../restart/objects/same-set.js';

export const upgradeObjectsSameSet: Contract = throughUpgrade(restartObjectsSameSet, {
  id: 'upgrade.objects.same-set',
  title: 'From its first answer, the other version lists the same objects',
  consequence: 'Every pod that is missing for a moment is created a second time.',
});
