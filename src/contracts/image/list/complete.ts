// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { isUndisturbed } from '#evidence/history/order.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isNamed, knownBefore } from '../../occasions/services/image-views.js';
import { unexercised } from '../../verdict.js';

export const imageListComplete: Contract = {
  id: 'image.list.complete',
  level: 'must',
  since: '0.1.0',
  title: 'ListImages without a filter shows every image once, also after another was removed',
  reference: {
    source: 'CRI v1, RPC ListImages; kubelet, image garbage collection',
    says: 'the list is all that garbage collection and the node status know',
  },
  consequence: 'Images are never collected, or the order of collection is wrong.',
  covers: ['IMG-014', 'I2'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('ListImages').filter(({ request }) => nameOf(request.filter?.image) === ''),
      'images were not listed',
      (list) => {
        const shown = (list.outcome.response.images ?? []).map(({ id = '' }) => id);
        const ids = [...shown, ...othersIn(list).map(({ id }) => id)];
        const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
        const known = evidence
          .answered('ImageStatus')
          .filter((read) => othersIn(read).length === 0)
          .filter((read) => isUndisturbed(list, read, removalsOf(evidence, read.outcome.response.image)));
        const missing = known
          .flatMap(({ outcome }) => outcome.response.image?.id ?? [])
          .filter((id) => !ids.some((listed) => sameImage(listed, id)));
        if (known.every(({ outcome }) => outcome.response.image === undefined))
          return unexercised('no image was known when images were listed');
        return holds([list], twice.length + missing.length === 0, {
          expected: 'every image once',
          actual: `twice: ${twice.join(', ')}; missing: ${[...new Set(missing)].join(', ')}`,
        });
      },
    ),
};

/** Those that may take this image away. */
function removalsOf(evidence: Evidence, image: Image = {}): readonly RecordedCall<'RemoveImage'>[] {
  return evidence.of('RemoveImage').filter((remove) => {
    const name = nameOf(remove.request.image);
    if (isNamed(image, name)) return true;
    const other = knownBefore(evidence, name, remove);
    if (other !== undefined) return sameImage(other.id ?? '', image.id ?? '');
    // It may have become a name of this image since that was read.
    return evidence.of('PullImage').some(({ request }) => nameOf(request.image) === name);
  });
}
