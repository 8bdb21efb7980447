// SPDX-License-Identifier: Apache-2.0
import type { Image, PullImageRequest } from '#cri/proto/generated/messages.js';
import { isAnswered, type AnsweredCall, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { RegistryImageObservation } from '#evidence/observation.js';
import { othersIn } from '#evidence/others-in.js';
import { nameOf, sameImage, withTag } from '../image-names.js';

/** An image as one answer shows it. */
export interface ImageView {
  readonly call: RecordedCall;
  readonly image: Image;
  /** The name it was asked for; undefined: a list. */
  readonly asked: string | undefined;
}

export type ServedFacts = RegistryImageObservation['facts'];

/** Of other people's images only the id is recorded: they are left out. */
export function imageStatuses(evidence: Evidence): readonly ImageView[] {
  return evidence.answered('ImageStatus').flatMap((call) => {
    const { image } = call.outcome.response;
    return image === undefined || othersIn(call).length > 0
      ? []
      : [{ call, image, asked: nameOf(call.request.image) }];
  });
}

export function listedImages(evidence: Evidence): readonly ImageView[] {
  return [
    ...evidence
      .answered('ListImages')
      .flatMap((call) =>
        (call.outcome.response.images ?? []).map((image) => ({ call, image, asked: undefined })),
      ),
    ...evidence
      .of('StreamImages')
      .flatMap((call) =>
        call.messages
          .flatMap(({ message }) => message.images ?? [])
          .map((image) => ({ call, image, asked: undefined })),
      ),
  ];
}

export function namesOf({
  id = '',
  repo_tags: tags = [],
  repo_digests: digests = [],
}: Image): readonly string[] {
  return [id, ...tags, ...digests].filter((name) => name !== '');
}

/** Whether the image goes by this name. */
export const isNamed = (image: Image, name: string): boolean =>
  namesOf(image).some((each) => sameImage(each, name) || each === withTag(name));

/** What our registry serves under this name; undefined: it is not ours, or was not looked up. */
export function servedAs(evidence: Evidence, name: string): ServedFacts | undefined {
  return evidence
    .observed('registry-image')
    .map(({ facts }) => facts)
    .find(({ reference, tags }) => reference === name || tags.includes(withTag(name)));
}

/** What our registry serves of a shown image: by the name it was asked for, or by any of its own. */
export function servedOf(evidence: Evidence, { image, asked }: ImageView): ServedFacts | undefined {
  const byName = asked === undefined ? undefined : servedAs(evidence, asked);
  if (byName !== undefined) return byName;
  return evidence
    .observed('registry-image')
    .map(({ facts }) => facts)
    .find(({ id, tags, reference }) => [id, reference, ...tags].some((name) => isNamed(image, name)));
}

/** The image that was known under this name before a call; undefined: none was seen. */
export function knownBefore(evidence: Evidence, name: string, call: RecordedCall): Image | undefined {
  return imageStatuses(evidence)
    .filter((view) => beganAfter(call, view.call))
    .findLast(({ image, asked }) => asked === name || isNamed(image, name))?.image;
}

/** Every answer that may show an image, with those of ours that it does show. */
export interface ImageAnswer {
  readonly call: RecordedCall;
  /** The name it was asked for; undefined: a list of all. */
  readonly asked: string | undefined;
  readonly shows: readonly Image[];
}

export function imageAnswers(evidence: Evidence): readonly ImageAnswer[] {
  const statuses = evidence.answered('ImageStatus').map((call: AnsweredCall<'ImageStatus'>) => ({
    call,
    asked: nameOf(call.request.image),
    shows: call.outcome.response.image === undefined ? [] : [call.outcome.response.image],
  }));
  const lists = evidence
    .answered('ListImages')
    .filter(({ request }) => nameOf(request.filter?.image) === '')
    .map((call) => ({ call, asked: undefined, shows: call.outcome.response.images ?? [] }));
  return [...statuses, ...lists].sort((one, other) => one.call.seq - other.call.seq);
}

/** A container that exists during a call and was made from this image. */
export function isInUse(evidence: Evidence, name: string, call: RecordedCall): boolean {
  const image = knownBefore(evidence, name, call);
  return evidence.of('CreateContainer').some((create) => {
    const { image: spec } = create.request.config ?? {};
    const names = [nameOf(spec), spec?.user_specified_image ?? ''].filter((each) => each !== '');
    const isOf = names.some(
      (each) => each === name || sameImage(each, name) || (image !== undefined && isNamed(image, each)),
    );
    if (!isOf || beganAfter(create, call)) return false;
    const id = isAnswered(create) ? (create.outcome.response.container_id ?? '') : '';
    return !evidence
      .on('RemoveContainer', id)
      .some((remove) => isAnswered(remove) && beganAfter(call, remove));
  });
}

/** Faults of our registry that leave nothing to run, however often the pull is repeated. */
const faults = ['401', '404', '429', '500', 'truncated', 'wrong-digest'];

/** The one user that our registry serves private images to. */
const privileged = 'box';

/** Without a user, or with another one. What a token is good for, a recording does not show. */
function isStranger({ image, auth }: PullImageRequest): boolean {
  if (!nameOf(image).includes('/private/')) return false;
  const { username = '', identity_token: identity = '', registry_token: registry = '' } = auth ?? {};
  return username !== privileged && identity === '' && registry === '';
}

/** Pulls of images that our registry serves to nobody, or not to the user of the request. */
export function failingPulls(evidence: Evidence): readonly RecordedCall<'PullImage'>[] {
  return evidence
    .of('PullImage')
    .filter(
      ({ request }) =>
        isStranger(request) || faults.some((fault) => nameOf(request.image).includes(`/faults/${fault}/`)),
    );
}
