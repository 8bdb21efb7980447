// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import {
  imageAnswers,
  imageStatuses,
  isNamed,
  servedAs,
  type ImageAnswer,
} from '../../occasions/services/image-views.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imagePullFailedLeavesNothing: Contract = {
  id: 'image.pull.failed-leaves-nothing',
  level: 'must',
  since: '0.1.0',
  title: 'A PullImage that fails or is given up leaves no image behind, in status or list',
  reference: { source: 'CRI v1, RPC PullImage', says: 'an image is complete or absent' },
  consequence: 'Containers start from an incomplete image.',
  covers: ['I9'],
  check: (evidence) =>
    judgeEach(failures(evidence), 'no image was looked for after a failed pull', ({ pull, answer }) => {
      const name = nameOf(pull.request.image);
      const shown = answer.shows.filter(
        (image) => answer.asked === name || isNamed(image, name) || isServed(evidence, name, image.id),
      );
      return holds([pull, answer.call], shown.length === 0, {
        expected: `no image ${name}`,
        actual: `${answer.call.rpc} shows ${shown.map(({ id = '' }) => id).join(', ')}`,
      });
    }),
};

interface Failure {
  readonly pull: RecordedCall<'PullImage'>;
  readonly answer: ImageAnswer;
}

/** Answers after a pull that failed, of images that were not there before and that no pull has brought. */
function failures(evidence: Evidence): readonly Failure[] {
  const answers = imageAnswers(evidence);
  return evidence.of('PullImage').flatMap((pull) => {
    const name = nameOf(pull.request.image);
    if (!hasFailed(pull) || wasThere(evidence, pull)) return [];
    return answers
      .filter(
        ({ call, asked }) =>
          beganAfter(call, pull) &&
          (asked === undefined || asked === name) &&
          !isBrought(evidence, name, call),
      )
      .map((answer) => ({ pull, answer }));
  });
}

/** A pull that hangs cannot have been complete, though the answer is missing. */
function hasFailed({ outcome, request }: RecordedCall<'PullImage'>): boolean {
  if (outcome.kind === 'refused') return true;
  const hangs = /\/faults\/hang(x\d+)?\//.test(nameOf(request.image));
  return hangs && outcome.kind === 'unanswered';
}

function wasThere(evidence: Evidence, pull: RecordedCall<'PullImage'>): boolean {
  const name = nameOf(pull.request.image);
  return imageStatuses(evidence).some(({ call, image }) => !beganAfter(call, pull) && isNamed(image, name));
}

/** Another pull of it that did not fail may have ended before the answer. */
function isBrought(evidence: Evidence, name: string, answer: RecordedCall): boolean {
  return evidence
    .of('PullImage')
    .some((pull) => nameOf(pull.request.image) === name && !hasFailed(pull) && !beganAfter(pull, answer));
}

function isServed(evidence: Evidence, name: string, id = ''): boolean {
  const served = servedAs(evidence, name);
  return served !== undefined && sameImage(served.id, id);
}
