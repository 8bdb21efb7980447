// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { isUndisturbed } from '#evidence/history/order.js';
import { othersIn } from '#evidence/others-in.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imageListSandboxImagePinned: Contract = {
  id: 'image.list.sandbox-image-pinned',
  level: 'should',
  since: '0.1.0',
  title: 'The image of the sandbox is pinned, and a pinned image stays listed and pinned',
  reference: {
    source: 'CRI v1, Image.pinned; kubelet, image garbage collection since v1.29',
    says: 'nothing else keeps the garbage collection of the kubelet from removing it',
  },
  consequence: 'The sandbox image is collected, and no pod starts while its registry is out of reach.',
  covers: ['IMG-015', 'I7'],
  check: (evidence) => {
    const lists = fullLists(evidence).map((call) => ({ call, images: imagesIn(call) }));
    return judgeEach(
      lists.flatMap((later) => mustBePinned(evidence, later.call, lists).map((id) => ({ later, id }))),
      'no image of a sandbox was listed',
      ({ later, id }) => {
        const shown = later.images.find((image) => sameImage(image.id, id));
        return holds([later.call], shown?.isPinned === true, {
          expected: `${id} listed and pinned`,
          actual: shown === undefined ? 'not listed' : 'listed, not pinned',
        });
      },
    );
  },
};

interface ListedImage {
  readonly id: string;
  readonly isPinned: boolean;
  /** We configure it for the runtimes that we start. Which image another runtime uses, nobody tells us. */
  readonly isPause: boolean;
}

interface ListWithImages {
  readonly call: AnsweredCall<'ListImages'>;
  readonly images: readonly ListedImage[];
}

function fullLists(evidence: Evidence): readonly AnsweredCall<'ListImages'>[] {
  return evidence.answered('ListImages').filter(({ request }) => nameOf(request.filter?.image) === '');
}

/** Other people's images are in the recording with their id, and whether they are pinned. */
function imagesIn(call: AnsweredCall<'ListImages'>): readonly ListedImage[] {
  const ours = (call.outcome.response.images ?? []).map(
    ({ id = '', pinned = false, repo_tags: tags = [] }) => ({
      id,
      isPinned: pinned,
      isPause: tags.some((tag) => /\/pause:[^/]*$/.test(tag)),
    }),
  );
  const others = othersIn(call).map(({ id, state }) => ({
    id,
    isPinned: state === 'pinned',
    isPause: false,
  }));
  return [...ours, ...others];
}

/** The sandbox image, and whatever an earlier list showed as pinned. */
function mustBePinned(
  evidence: Evidence,
  later: AnsweredCall<'ListImages'>,
  lists: readonly ListWithImages[],
): readonly string[] {
  const ids = lists.flatMap(({ call, images }) => {
    const isEarlier = isUndisturbed(later, call, evidence.of('RemoveImage')) || call === later;
    return isEarlier
      ? images.filter(({ isPinned, isPause }) => isPause || (isPinned && call !== later)).map(({ id }) => id)
      : [];
  });
  return [...new Set(ids)];
}
