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
  if (isDigest(after)) return ids.has(bare(after)) && wasRemoved(evidence, ids);
  return digestIn(before) === digestIn(after) && digestIn(after) !== ''
    ? true
    : [...idsOf(evidence, after)].some((id) => ids.has(id));
}

/** Another name of an image, which may have come from another scenario: the evidence need not show it. */
export function mayBeRenamed(evidence: Evidence, before: string, after: string): boolean {
  if (isSameReference(evidence, before, after)) return true;
  const isUnknown = idsOf(evidence, after).size === 0;
  return isUnknown && registryOf(before) !== '' && registryOf(before) === registryOf(after);
}

const isDigest = (name: string): boolean => /^(?:sha256:)?[0-9a-f]{64}$/.test(name);
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
