// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { imageId, sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unsupported } from '../../verdict.js';

export const containerStatusImageId: Contract = {
  id: 'container.status.image-id',
  level: 'must',
  since: '0.1.0',
  title: 'The image id of a container is the id of the image it was created from',
  reference: {
    source: 'CRI v1, ContainerStatus.image_id; kubelet, image garbage collection',
    says: 'the kubelet identifies images in use by this id, if the runtime sets it',
  },
  consequence: 'The images of running containers are collected.',
  covers: ['CST-021', 'I1'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const id = imageId(evidence, life.config.image);
        return id === undefined ? [] : statusViews(life).map(({ call, status }) => ({ id, call, status }));
      }),
      'no status of a container with a known image was read',
      ({ id, call, status }) => {
        const actual = status.image_id ?? '';
        if (actual === '') return unsupported([call.seq], 'the runtime leaves image_id empty');
        return holds([call], sameImage(actual, id), { expected: id, actual });
      },
    ),
};
