// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusImageStable: Contract = {
  id: 'container.status.image-stable',
  level: 'must',
  since: '0.1.0',
  title: 'Image id and image reference of a container do not change during its life',
  reference: {
    source: 'CRI v1, ContainerStatus',
    says: 'they name the image of the container, which is fixed at its creation',
  },
  consequence: 'The API shows an image the container never ran.',
  covers: ['I10'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .map(statusViews)
        .filter((views) => views.length > 1),
      'no container status was read twice',
      (views) => {
        const refs = [
          ...new Set(views.map(({ status }) => `${status.image_ref ?? ''} ${status.image_id ?? ''}`)),
        ];
        return holds(
          views.map(({ call }) => call),
          refs.length === 1,
          { expected: 'one image in every status', actual: refs.join(', then ') },
        );
      },
    ),
};
