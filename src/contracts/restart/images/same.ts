// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Image } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { countOthers, othersIn } from '#evidence/others-in.js';
import type { Other } from '#evidence/ours.js';
import type { Outage } from '#evidence/history/outage.js';
import type { Contract } from '../../contract.js';
import { nameOf, sameImage } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isAfterOutage, isBeforeOutage } from '../../occasions/outages.js';
import { changedFields, textOf } from '../../judging/unchanged.js';

export const restartImagesSame: Contract = {
  id: 'restart.images.same',
  level: 'must',
  since: '0.1.0',
  title: 'Images are the same after a restart of the runtime, and pinned images stay pinned',
  reference: {
    source: 'CRI v1, Image; kubelet, image garbage collection',
    says: 'an image that is not pinned and has no container is removed when the disk fills up',
  },
  consequence: 'Images are pulled again, or the sandbox image is collected and no pod can start.',
  covers: ['RS1', 'I5', 'I7'],
  check: (evidence) =>
    judgeEach(
      evidence.outages().flatMap((outage) => [...asked(evidence, outage), ...listed(evidence, outage)]),
      'no image was read before and after an outage of the daemon',
      ({ calls, before, after }) => {
        const changed =
          after === undefined
            ? []
            : changedFields(before, after, fields).filter(
                (field) => field !== 'pinned' || !isPinnedByNewerOnly(evidence, after),
              );
        const lost =
          after === undefined ? [] : namesOf(before).filter((name) => !namesOf(after).includes(name));
        const wrong = [
          ...(changed.length === 0 || after === undefined ? [] : [textOf(after, changed)]),
          ...(lost.length === 0 ? [] : [`without ${lost.join(', ')}`]),
        ];
        return holds(calls, after !== undefined && wrong.length === 0, {
          expected: `as before: ${textOf(before, fields)}, ${namesOf(before).join(', ')}`,
          actual: after === undefined ? 'no such image' : wrong.join(', '),
        });
      },
    ),
};

const fields = ['id', 'size', 'pinned', 'uid', 'username'] as const;

interface ImageComparison {
  readonly calls: readonly AnsweredCall[];
  readonly before: Image;
  readonly after: Image | undefined;
}

/** Others may add names meanwhile, but none may be lost. */
function namesOf({ repo_tags: tags = [], repo_digests: digests = [] }: Image): readonly string[] {
  return [...tags, ...digests];
}

/** The old version is back, and showed the image like that before the new one came. */
function isPinnedByNewerOnly(evidence: Evidence, { id = '', pinned = false }: Image): boolean {
  if (!evidence.outages().some(({ back }) => back)) return false;
  const [first] = evidence.answered('ListImages');
  const atFirst = first?.outcome.response.images?.find((image) => sameImage(image.id ?? '', id));
  return atFirst !== undefined && (atFirst.pinned ?? false) === pinned;
}

/** Images that were looked up by the same name before and after. */
function asked(evidence: Evidence, outage: Outage): readonly ImageComparison[] {
  const calls = evidence.answered('ImageStatus');
  const names = new Set(calls.map(({ request }) => nameOf(request.image)));
  return [...names].flatMap((name): readonly ImageComparison[] => {
    const of = calls.filter(({ request }) => nameOf(request.image) === name);
    const one = of.filter((call) => isBeforeOutage(call, outage)).at(-1);
    const other = of.find((call) => isAfterOutage(call, outage));
    const before = one?.outcome.response.image;
    if (one === undefined || other === undefined || before === undefined) return [];
    if (isRemovedBetween(evidence, one, other)) return [];
    return [{ calls: [one, other], before, after: other.outcome.response.image }];
  });
}

/** Pinned images, and images of this scenario, in lists before and after. */
function listed(evidence: Evidence, outage: Outage): readonly ImageComparison[] {
  const lists = evidence.answered('ListImages').filter(({ request }) => request.filter === undefined);
  const one = lists.filter((call) => isBeforeOutage(call, outage)).at(-1);
  const other = lists.find((call) => isAfterOutage(call, outage));
  if (one === undefined || other === undefined || isRemovedBetween(evidence, one, other)) return [];
  const ours = new Set(
    evidence.answered('ImageStatus').map(({ outcome }) => outcome.response.image?.id ?? ''),
  );
  const own = (one.outcome.response.images ?? [])
    .filter(({ id = '', pinned = false }) => pinned || ours.has(id))
    .map((before) => ({
      calls: [one, other],
      before,
      after: (other.outcome.response.images ?? []).find(({ id = '' }) => sameImage(id, before.id ?? '')),
    }));
  return [...own, ...pinnedOfOthers(one, other)];
}

/** For other people's images only their existence and whether they are pinned are known. */
function pinnedOfOthers(one: AnsweredCall, other: AnsweredCall): readonly ImageComparison[] {
  if (countOthers(other) > othersIn(other).length) return [];
  const imageOf = ({ id, state }: Other): Image => ({ id, ...(state === 'pinned' && { pinned: true }) });
  const later = othersIn(other).map(imageOf);
  return othersIn(one)
    .filter(({ state }) => state === 'pinned')
    .map(imageOf)
    .map((before) => ({
      calls: [one, other],
      before,
      after: later.find(({ id = '' }) => sameImage(id, before.id ?? '')),
    }));
}

function isRemovedBetween(evidence: Evidence, one: AnsweredCall, other: AnsweredCall): boolean {
  return evidence.of('RemoveImage').some((remove) => !beganAfter(one, remove) && !beganAfter(remove, other));
}
