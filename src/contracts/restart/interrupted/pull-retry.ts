// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import { isAnswered, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { isSinceBack } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { endingOf, holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { lateCalls } from '../../occasions/late-calls.js';
import { held, unexercised, violated, type Verdict } from '../../verdict.js';

export const restartInterruptedPullRetry: Contract = {
  id: 'restart.interrupted.pull-retry',
  level: 'must',
  since: '0.1.0',
  title: 'An image whose pull was interrupted by a crash is never incomplete, and can be pulled again',
  reference: {
    source: 'kubelet, image manager; CRI v1, RPC PullImage',
    says: 'an image is complete or absent; an absent one is pulled again',
  },
  consequence: 'Containers of that image fail on this node until somebody removes it by hand.',
  covers: ['I9'],
  check: (evidence) =>
    judgeEach(
      lateCalls(evidence, 'PullImage'),
      'no image was being pulled when the daemon stopped',
      ({ call, outage }) => {
        const name = nameOf(call.request.image);
        const reads = evidence
          .answered('ImageStatus')
          .filter((read) => isSinceBack(read, outage) && nameOf(read.request.image) === name);
        const pulls = evidence
          .of('PullImage')
          .filter((pull) => isSinceBack(pull, outage) && nameOf(pull.request.image) === name);
        return isAnswered(call)
          ? mustBeThere(call, reads[0])
          : mustBecomeWhole(evidence, { call, pulls, reads });
      },
    ),
};

type ImageRead = AnsweredCall<'ImageStatus'>;

function mustBeThere(pull: RecordedCall, read: ImageRead | undefined): Verdict {
  if (read === undefined) return unexercised('no image status was read after the daemon came back');
  return holds([pull, read], read.outcome.response.image !== undefined, {
    expected: 'the image there: PullImage had answered before the crash',
    actual: 'OK without an image',
  });
}

interface CutPull {
  readonly call: RecordedCall<'PullImage'>;
  /** After the outage, of the same image. */
  readonly pulls: readonly RecordedCall<'PullImage'>[];
  readonly reads: readonly ImageRead[];
}

function mustBecomeWhole(evidence: Evidence, { call, pulls, reads }: CutPull): Verdict {
  const made = pulls.find(isAnswered);
  const failed = pulls.at(-1);
  if (made === undefined && failed) return mustSucceed(failed, 'PullImage again after the crash');
  const shown = reads.filter(({ outcome }) => outcome.response.image !== undefined);
  const whole = made === undefined ? shown.at(-1) : reads.find((read) => beganAfter(read, made));
  if (whole === undefined) return unexercised('the image was not pulled again');
  return (
    empty(whole) ?? sameAtFirst(shown[0], whole) ?? useless(evidence, whole) ?? held([call.seq, whole.seq])
  );
}

const imageIn = ({ outcome }: ImageRead): Image => outcome.response.image ?? {};

function empty(whole: ImageRead): Verdict | undefined {
  const { id = '', size = '0' } = imageIn(whole);
  return id === '' || size === '0' ? incomplete([whole], `size ${size}`) : undefined;
}

/** The image was complete when it first showed. */
function sameAtFirst(first: ImageRead | undefined, whole: ImageRead): Verdict | undefined {
  if (first === undefined) return undefined;
  const [half, all] = [imageIn(first), imageIn(whole)];
  if (half.id === all.id && half.size === all.size) return undefined;
  const actual = `${half.id ?? ''}, size ${half.size ?? '0'}, at first`;
  return incomplete([first, whole], actual);
}

function useless(evidence: Evidence, whole: ImageRead): Verdict | undefined {
  const { id = '' } = imageIn(whole);
  const refused = evidence
    .refused('CreateContainer')
    .find((create) => beganAfter(create, whole) && sameImage(nameOf(create.request.config?.image), id));
  return (
    refused &&
    violated([whole.seq, refused.seq], { expected: 'a container of the image', actual: endingOf(refused) })
  );
}

function incomplete(calls: readonly RecordedCall[], actual: string): Verdict {
  return holds(calls, false, { expected: 'the whole image, or none', actual });
}
