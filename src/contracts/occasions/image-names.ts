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
