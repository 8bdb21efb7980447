// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';
import { statusViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { textOf } from '../../judging/unchanged.js';
import { isSameReference, sameImage } from '../../occasions/image-names.js';

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
      ([first, ...rest]) => {
        const [before, others] = [first?.status ?? {}, rest];
        const other = others.find(({ status }) => !isSame(evidence, before, status));
        const calls = [first, other ?? others[0]].flatMap((view) => view?.call ?? []);
        return holds(calls, other === undefined, {
          expected: `one image in every status: ${textOf(before, fields)}`,
          actual: textOf(other?.status ?? {}, fields),
        });
      },
    ),
};

const fields = ['image_ref', 'image_id'] as const;

function isSame(evidence: Evidence, before: ContainerStatus, after: ContainerStatus): boolean {
  const [id = '', newId = ''] = [before.image_id, after.image_id];
  const mayBeFilled = evidence.outages().some(({ upgraded }) => upgraded);
  return (
    ((id === '' && mayBeFilled) || sameImage(id, newId)) &&
    isSameReference(evidence, before.image_ref ?? '', after.image_ref ?? '')
  );
}
