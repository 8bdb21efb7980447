// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
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
      evidence
        .of('ImageStatus')
        .filter(
          (read) =>
            (isRefused(read) && read.outcome.code === 'NOT_FOUND') ||
            (isAnswered(read) && read.outcome.response.image === undefined),
        ),
      'no status of an absent image was read',
      (read) => holds([read], isAnswered(read), { expected: 'OK without an image', actual: endingOf(read) }),
    ),
};
