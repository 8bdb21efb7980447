// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { isUndisturbed } from '#evidence/history/order.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { nameOf, sameImage, withTag } from '../image-names.js';
import { imageAnswers, knownBefore, namesOf, type ImageAnswer } from './image-views.js';
import type { Verdict } from '../../verdict.js';

/** A removal that was answered, and what is known of its image. */
export interface RemovedImage {
  readonly remove: AnsweredCall<'RemoveImage'>;
  /** Every name that the image had, the one in the request included. */
  readonly names: readonly string[];
  /** It was removed by a tag or a digest, and had another tag. */
  readonly byOneOfSeveral: boolean;
}

export function removedImages(evidence: Evidence): readonly RemovedImage[] {
  return evidence.answered('RemoveImage').map((remove) => {
    const name = nameOf(remove.request.image);
    const image = knownBefore(evidence, name, remove);
    const tags = image?.repo_tags ?? [];
    return {
      remove,
      names: [...new Set([name, ...(image === undefined ? [] : namesOf(image))])],
      byOneOfSeveral: isReference(name) && tags.some((tag) => tag !== withTag(name)),
    };
  });
}

/** No later answer shows the image under any of its names, until something is pulled. */
export function goneEverywhere(evidence: Evidence, removed: readonly RemovedImage[]): Verdict {
  const answers = imageAnswers(evidence);
  return judgeEach(
    removed.flatMap(({ remove, names }) =>
      answers
        .filter(({ call, asked }) => {
          const isOfIt = asked === undefined || names.some((name) => sameImage(name, asked));
          return isOfIt && isUndisturbed(call, remove, evidence.of('PullImage'));
        })
        .map((answer) => ({ remove, names, answer })),
    ),
    'no image was looked for after a removal',
    ({ remove, names, answer }) => {
      const shown = shownOf(answer, names);
      return holds([remove, answer.call], shown.length === 0, {
        expected: `${nameOf(remove.request.image)} gone under all its names`,
        actual: `${answer.call.rpc} shows ${shown.join(', ')}`,
      });
    },
  );
}

function shownOf({ shows }: ImageAnswer, names: readonly string[]): readonly string[] {
  return shows.flatMap(namesOf).filter((shown) => names.some((name) => sameImage(name, shown)));
}

/** Not an id. */
const isReference = (name: string): boolean => name.includes('/');
