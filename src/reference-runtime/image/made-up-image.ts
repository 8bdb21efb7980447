// SPDX-License-Identifier: Apache-2.0
import { formatReference, type ParsedReference } from './reference.js';
import type { NewImage } from './stored-image.js';
import { syntheticImage } from './synthetic-image.js';

const isBox = /(^|\/)(busy)?box$/;
/** All tags are names of one image, as in the test registry. */
const hasManyTags = /(^|\/)box-many$/;
const anyEntrypoint = '/entrypoint';

/** An image called busybox has busybox's programs only; the content of any other is unknown. */
export function madeUpImage(reference: ParsedReference): NewImage & { readonly digest: string } {
  const ref = hasManyTags.test(reference.repository) ? reference.repository : formatReference(reference);
  const made = isBox.test(reference.repository)
    ? syntheticImage({ ref })
    : syntheticImage({ ref, config: { Entrypoint: [anyEntrypoint], Cmd: null } }, 'unknown');
  return { ...made, digest: reference.digest ?? made.digest };
}
