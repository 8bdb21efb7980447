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

/** Everything by which an image is known that was read under one of these names. */
export interface KnownImage {
  readonly ids: ReadonlySet<string>;
  readonly digests: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
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
  };
}

/** What is wrong with what a view says of its container's image; empty: nothing. */
export function wrongImage(
  image: KnownImage,
  asked: ImageSpec | undefined,
  { image: spec, image_ref: ref = '', image_id: id = '' }: SaidImage,
): readonly string[] {
  const written = [nameOf(asked), asked?.user_specified_image ?? ''];
  const isRef = (text: string): boolean => image.ids.has(bare(text)) || image.digests.has(text);
  const isName = (text: string): boolean => isRef(text) || image.tags.has(text) || written.includes(text);
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
