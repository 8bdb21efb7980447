// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { containersThrough } from '../../occasions/outages.js';
import { isSameReference, mayBeRenamed, nameOf, sameImage } from '../../occasions/image-names.js';
import { fieldsKept, mayDiffer } from '../../judging/unchanged.js';

export const restartContainerImageKept: Contract = {
  id: 'restart.container.image-kept',
  level: 'must',
  since: '0.1.0',
  title: 'image, image_ref and image_id of a container are the same after a restart of the runtime',
  reference: {
    source: 'CRI v1, ContainerStatus image, image_ref and image_id; kubelet, image garbage collection',
    says: 'an image is in use while a container names it, and that never changes',
  },
  consequence: 'Images in use are collected as garbage, and the API shows an image the container never ran.',
  covers: ['RS1', 'I10'],
  check: (evidence) =>
    fieldsKept(containersThrough(evidence), ['image', 'image_ref', 'image_id'], {
      none: 'no container was read before and after an outage of the daemon',
      mayChange: ({ field, before, after, outage }) => {
        if (mayDiffer(outage, before[field], after[field])) return true;
        if (field === 'image') return mayBeRenamed(evidence, nameOf(before.image), nameOf(after.image));
        return field === 'image_ref'
          ? isSameReference(evidence, before.image_ref ?? '', after.image_ref ?? '')
          : sameImage(before.image_id ?? '', after.image_id ?? '');
      },
    }),
};
