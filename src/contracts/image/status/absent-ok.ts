// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { isUndisturbed } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';

export const imageStatusAbsentOk: Contract = {
  id: 'image.status.absent-ok',
  level: 'must',
  since: '0.1.0',
  title: 'ImageStatus of an absent image answers OK without an image',
  reference: {
    source: 'CRI v1, RPC ImageStatus; kubelet, image manager',
    says: 'absence is an answer; an error means that the store could not be asked',
  },
  consequence: 'The image can never be pulled with the policy IfNotPresent.',
  covers: ['IMG-001'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ImageStatus').filter((read) => isOfAbsent(evidence, read)),
      'no status of an absent image was read',
      (read) => holds([read], isAnswered(read), { expected: 'OK without an image', actual: endingOf(read) }),
    ),
};

function isOfAbsent(evidence: Evidence, read: RecordedCall<'ImageStatus'>): boolean {
  if (isAnswered(read)) return read.outcome.response.image === undefined;
  if (!isRefused(read)) return false;
  const name = nameOf(read.request.image);
  const isRemoved = evidence
    .answered('RemoveImage')
    .some(
      (remove) =>
        nameOf(remove.request.image) === name && isUndisturbed(read, remove, evidence.of('PullImage')),
    );
  return read.outcome.code === 'NOT_FOUND' || isRemoved || name.includes(madeUpIdPrefix);
}
