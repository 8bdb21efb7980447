// SPDX-License-Identifier: Apache-2.0
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { imageStatuses, isNamed } from '../../occasions/services/image-views.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imageListFilterFinds: Contract = {
  id: 'image.list.filter-finds',
  level: 'must',
  since: '0.1.0',
  title: 'ListImages with a filter shows the image that the filter names',
  reference: {
    source: 'CRI v1, ImageFilter',
    says: 'the filter names an image; whether more may be shown is open, as containerd ignores the filter',
  },
  consequence: 'A tool that looks for one image believes that it is absent, and pulls it again.',
  covers: ['I2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ListImages')
        .filter(({ request }) => nameOf(request.filter?.image) !== '')
        .flatMap((list) =>
          imageStatuses(evidence)
            .filter(
              ({ call, image }) =>
                isNamed(image, nameOf(list.request.filter?.image)) &&
                isUndisturbed(list, call, evidence.of('RemoveImage')),
            )
            .map(({ call, image }) => ({ list, call, image })),
        ),
      'no image that is present was listed by a filter',
      ({ list, call, image }) => {
        const shown = (list.outcome.response.images ?? []).map(({ id = '' }) => id);
        return holds(
          [call, list],
          shown.some((id) => sameImage(id, image.id ?? '')),
          {
            expected: `${image.id ?? ''} among the images`,
            actual: shown.join(', ') || 'no image',
          },
        );
      },
    ),
};
