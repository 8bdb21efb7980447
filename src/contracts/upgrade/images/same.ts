// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartImagesSame } from '../../restart/images/same.js';

export const upgradeImagesSame: Contract = throughUpgrade(restartImagesSame, {
  id: 'upgrade.images.same',
  title: 'The other version shows the same images, and pinned ones stay pinned',
  consequence:
    'After the upgrade every image is pulled again, or the sandbox image is collected and no pod can start.',
});
