// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { goneEverywhere, removedImages } from '../../occasions/services/removed-images.js';

export const imageRemoveAllNames: Contract = {
  id: 'image.remove.all-names',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveImage by one of several names removes the image with all of them',
  reference: {
    source: 'CRI v1, RPC RemoveImage; critest, "remove image with multiple tags"',
    says: 'the call removes the image, not the name that the request happens to have',
  },
  consequence: 'The space of an image with two names is counted as freed and stays in use.',
  covers: ['IMG-011', 'I3'],
  check: (evidence) =>
    goneEverywhere(
      evidence,
      removedImages(evidence).filter(({ byOneOfSeveral }) => byOneOfSeveral),
    ),
};
