// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { knownImage, wrongImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusImageTrue: Contract = {
  id: 'container.status.image-true',
  level: 'must',
  since: '0.1.0',
  title: 'The status of a container names the image that it was created from: image, image_ref and image_id',
  reference: {
    source: 'CRI v1, ContainerStatus.image and image_ref; kubelet, convertToKubeContainerStatus',
    says: 'the kubelet shows image and image_ref to users, and protects images in use from collection by them',
  },
  consequence:
    'The API shows an image that the container does not run, and the kubelet collects the one it runs.',
  covers: ['CST-022', 'I1'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const image = knownImage(evidence, life.config.image);
        return image === undefined ? [] : statusViews(life).map((view) => ({ life, image, view }));
      }),
      'no status of a container with a known image was read',
      ({ life, image, view }) => {
        const wrong = wrongImage(image, life.config.image, view.status);
        return holds([life.create, view.call], wrong.length === 0, {
          expected: `names of the image ${[...image.ids].join(', ')}`,
          actual: wrong.join(', '),
        });
      },
    ),
};
