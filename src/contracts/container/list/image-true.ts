// SPDX-License-Identifier: Apache-2.0
import { listViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { knownImage, wrongImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerListImageTrue: Contract = {
  id: 'container.list.image-true',
  level: 'must',
  since: '0.1.0',
  title: 'A list of containers names the image of each: image, image_ref and image_id',
  reference: {
    source: 'CRI v1, Container.image and image_ref; kubelet, image garbage collection',
    says: 'the kubelet finds out from the list which images are in use',
  },
  consequence: 'Images in use are collected, and unused ones stay for ever.',
  covers: ['CST-022', 'L4'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const image = knownImage(evidence, life.config.image);
        return image === undefined ? [] : listViews(life).map((view) => ({ life, image, view }));
      }),
      'no container with a known image was listed',
      ({ life, image, view }) => {
        const wrong = wrongImage(image, life.config.image, view.item);
        return holds([life.create, view.call], wrong.length === 0, {
          expected: `names of the image ${[...image.ids].join(', ')}`,
          actual: wrong.join(', '),
        });
      },
    ),
};
