// SPDX-License-Identifier: Apache-2.0
import { beganAfter, isUndisturbed } from '#evidence/history/order.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const imagePullRefKnown: Contract = {
  id: 'image.pull.ref-known',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage answers with a reference that ImageStatus accepts',
  reference: {
    source: 'CRI v1, PullImageResponse.image_ref; kubelet, pull records',
    says: 'the reference is the id of the image; runtimes before v1.36 may give a digest of it',
  },
  consequence: 'An empty reference is a failed pull; a wrong one breaks garbage collection.',
  covers: ['IMG-005', 'I1'],
  check: (evidence) =>
    judgeEach(evidence.answered('PullImage'), 'no image was pulled', (pull) => {
      const ref = pull.outcome.response.image_ref ?? '';
      if (ref === '') return holds([pull], false, { expected: 'an image_ref', actual: 'an empty one' });
      const read = evidence
        .answered('ImageStatus')
        .find(
          (status) =>
            beganAfter(status, pull) &&
            nameOf(status.request.image) === nameOf(pull.request.image) &&
            isUndisturbed(status, pull, evidence.of('RemoveImage')),
        );
      const image = read?.outcome.response.image;
      if (read === undefined || image === undefined || othersIn(read).length > 0)
        return unexercised('no status was read after a pull');
      const known = [image.id ?? '', ...(image.repo_digests ?? []), ...(image.repo_tags ?? [])];
      return holds(
        [pull, read],
        known.some((name) => sameImage(name, ref)),
        { expected: `one of ${known.join(', ')}`, actual: ref },
      );
    }),
};
