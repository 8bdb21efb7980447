// SPDX-License-Identifier: Apache-2.0
import type { ImageSpec } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';

/** Runtimes write an image id with or without its algorithm. */
export function sameImage(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

const bare = (id: string): string => id.replace(/^sha256:/, '');

export function nameOf(spec: ImageSpec | undefined): string {
  return spec?.image ?? '';
}

/** The id of a container's image, from ImageStatus; undefined if it was not read. */
export function imageId(evidence: Evidence, spec: ImageSpec | undefined): string | undefined {
  const names = [nameOf(spec), spec?.user_specified_image ?? ''].filter((name) => name !== '');
  const ids = evidence.answered('ImageStatus').flatMap(({ request, outcome }) => {
    const { id = '', repo_digests: digests = [] } = outcome.response.image ?? {};
    const asked = [nameOf(request.image), ...digests].some((name) => names.includes(name));
    return id !== '' && (asked || names.some((name) => sameImage(name, id))) ? [id] : [];
  });
  return new Set(ids.map(bare)).size === 1 ? ids[0] : undefined;
}

/**
 * A runtime may show any of an image's names, and choose anew when names come and go; the id takes their
 * place only where the last of them was removed.
 */
export function isSameReference(evidence: Evidence, before: string, after: string): boolean {
  if (before === after || sameImage(before, after)) return true;
  if (before === '' || after === '') return false;
  const ids = idsOf(evidence, before);
  if (looksLikeImageId(after)) return ids.has(bare(after)) && wasRemoved(evidence, ids);
  return digestIn(before) === digestIn(after) && digestIn(after) !== ''
    ? true
    : [...idsOf(evidence, after)].some((id) => ids.has(id));
}

/** Another name of an image, which may have come from another scenario: the evidence need not show it. */
export function mayBeRenamed(evidence: Evidence, before: string, after: string): boolean {
  if (isSameReference(evidence, before, after)) return true;
  const isUnknown = idsOf(evidence, after).size === 0 && !isServedToNobody(evidence, after);
  return isUnknown && registryOf(before) !== '' && registryOf(before) === registryOf(after);
}

/** Our registry told what it has in this repository, and this name is nothing of it. */
function isServedToNobody(evidence: Evidence, name: string): boolean {
  const repository = repositoryOf(name);
  const served = evidence
    .observed('registry-image')
    .map(({ facts }) => facts)
    .filter(({ tags }) => tags.some((tag) => repositoryOf(tag) === repository));
  const [, digest] = name.split('@');
  const isServed = ({ tags, digests }: (typeof served)[number]): boolean =>
    digest === undefined ? tags.includes(withTag(name)) : digests.includes(digest);
  return served.length > 0 && !served.some(isServed);
}

/** A reference without tag and digest means the tag `latest`. */
export function withTag(reference: string): string {
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  return last.includes(':') || last.includes('@') ? reference : `${reference}:latest`;
}

/** Without tag and digest. */
const repositoryOf = (name: string): string => name.replace(/@.*$/, '').replace(/:[^:/]*$/, '');

/** An id, not a name. */
export const looksLikeImageId = (name: string): boolean => /^(?:sha256:)?[0-9a-f]{64}$/.test(name);
const digestIn = (name: string): string => /@(sha256:[0-9a-f]+)$/.exec(name)?.[1] ?? '';
const registryOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** Ids of the images with that name, as far as they were read. */
function idsOf(evidence: Evidence, name: string): ReadonlySet<string> {
  const images = [
    ...evidence.answered('ListImages').flatMap(({ outcome }) => outcome.response.images ?? []),
    ...evidence.answered('ImageStatus').flatMap(({ request, outcome }) => {
      const { image } = outcome.response;
      return image === undefined
        ? []
        : [{ ...image, repo_tags: [...(image.repo_tags ?? []), nameOf(request.image)] }];
    }),
  ];
  const named = images.filter(
    ({ id = '', repo_tags: tags = [], repo_digests: digests = [] }) =>
      sameImage(id, name) || tags.includes(name) || digests.includes(name),
  );
  return new Set(named.flatMap(({ id = '' }) => (id === '' ? [] : [bare(id)])));
}

function wasRemoved(evidence: Evidence, ids: ReadonlySet<string>): boolean {
  return evidence
    .answered('RemoveImage')
    .some(({ request }) => [...idsOf(evidence, nameOf(request.image))].some((id) => ids.has(id)));
}

/** Everything by which an image is known that was read under one of these names. */
export interface KnownImage {
  readonly ids: ReadonlySet<string>;
  readonly digests: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** A name that nobody read, but that may be another of its names. */
  readonly mayBe: (name: string) => boolean;
}

/** The image that a container was asked for; undefined if nobody read it. */
export function knownImage(evidence: Evidence, spec: ImageSpec | undefined): KnownImage | undefined {
  const id = imageId(evidence, spec);
  if (id === undefined) return undefined;
  const shown = [
    ...evidence.answered('ImageStatus').map(({ outcome }) => outcome.response.image),
    ...evidence.answered('ListImages').flatMap(({ outcome }) => outcome.response.images ?? []),
  ].filter((image) => image !== undefined && sameImage(image.id ?? '', id));
  return {
    ids: new Set([bare(id)]),
    digests: new Set(shown.flatMap((image) => image?.repo_digests ?? [])),
    tags: new Set(shown.flatMap((image) => image?.repo_tags ?? [])),
    mayBe: (name) =>
      [nameOf(spec), spec?.user_specified_image ?? ''].some((asked) => mayBeRenamed(evidence, asked, name)),
  };
}

/** What is wrong with what a view says of its container's image; empty: nothing. */
export function wrongImage(
  image: KnownImage,
  asked: ImageSpec | undefined,
  { image: spec, image_ref: ref = '', image_id: id = '' }: SaidImage,
): readonly string[] {
  const written = [nameOf(asked), asked?.user_specified_image ?? ''];
  // The same digest in another repository is another name of the same image.
  const digests = new Set([...image.digests].map(digestIn));
  const isRef = (text: string): boolean => image.ids.has(bare(text)) || digests.has(digestIn(text) || text);
  const isName = (text: string): boolean =>
    isRef(text) || image.tags.has(text) || written.includes(text) || image.mayBe(text);
  const isOptional = (text: string, isRight: (text: string) => boolean): boolean =>
    text === '' || isRight(text);
  const user = spec?.user_specified_image ?? '';
  const said: readonly (readonly [string, string, boolean])[] = [
    ['image', nameOf(spec), isName(nameOf(spec))],
    ['user_specified_image', user, isOptional(user, (text) => written.includes(text))],
    ['image_ref', ref, isRef(withoutScheme(ref))],
    ['image_id', id, isOptional(id, isRef)],
  ];
  return said.flatMap(([field, text, isRight]) => (isRight ? [] : [`${field} ${JSON.stringify(text)}`]));
}

interface SaidImage {
  readonly image?: ImageSpec | undefined;
  readonly image_ref?: string | undefined;
  readonly image_id?: string | undefined;
}

/** Docker's shim writes where the image is from. */
const withoutScheme = (ref: string): string => ref.replace(/^docker(-pullable)?:\/\//, '');

/** The uid that an image asks for, as a decimal; undefined: it names a user, or nobody read it. */
export function imageUser(evidence: Evidence, spec: ImageSpec | undefined): string | undefined {
  const id = imageId(evidence, spec);
  if (id === undefined) return undefined;
  const read = evidence
    .answered('ImageStatus')
    .map(({ outcome }) => outcome.response.image)
    .find((image) => image !== undefined && sameImage(image.id ?? '', id));
  if ((read?.username ?? '') !== '') return undefined;
  return read?.uid === undefined ? '0' : (read.uid.value ?? '0');
}
