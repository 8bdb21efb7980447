// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartContainerImageKept } from '../../restart/container/image-kept.js';

export const upgradeContainerImageKept: Contract = throughUpgrade(restartContainerImageKept, {
  id: 'upgrade.container.image-kept',
  title:
    'image, image_ref and image_id of a container are the same under the other version; a newer one may fill them in',
  consequence: 'The image of a running container counts as unused, and is collected.',
});
