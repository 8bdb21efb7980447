// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { goneEverywhere, removedImages } from '../../occasions/services/removed-images.js';

export const imageRemoveGone: Contract = {
  id: 'image.remove.gone',
  level: 'must',
  since: '0.1.0',
  title: 'After RemoveImage the image is found neither by a name that it had nor in a list',
  reference: {
    source: 'CRI v1, RPC RemoveImage',
    says: 'the image disappears from status and lists at once, its space possibly later',
  },
  consequence: 'Garbage collection counts space as freed that is not, and is repeated forever.',
  covers: ['IMG-011', 'I3'],
  // Where an image has several names, CRI-O takes away only this one: image.remove.all-names.
  check: (evidence) =>
    goneEverywhere(
      evidence,
      removedImages(evidence).filter(({ byOneOfSeveral }) => !byOneOfSeveral),
    ),
};
