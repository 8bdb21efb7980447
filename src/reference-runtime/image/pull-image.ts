// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { PullImageRequest } from '#cri/proto/generated/messages.js';
import { formatReference, parseReference, type ParsedReference } from './reference.js';
import { pull } from './pull.js';
import type { NewImage, StoredImage } from './stored-image.js';
import { NobodyListens } from './registry-client.js';
import { madeUpImage } from './made-up-image.js';
import { syntheticImage } from './synthetic-image.js';
import { invalid } from '../refuse.js';
import type { World } from '../world.js';

const defaultIdleMs = 60_000;
const loopback = /^(localhost|127\.|\[::1\])/;

export async function pullIntoStore(
  world: World,
  { image: spec, auth }: PullImageRequest,
  how: { readonly signal: AbortSignal; readonly pinned?: boolean },
): Promise<StoredImage> {
  const text = spec?.image ?? '';
  if (text === '') throw invalid('image is missing');
  const reference = parseReference(text);
  const found = await fetched(world, reference, { auth, signal: how.signal });
  if (how.signal.aborted) throw new CriRefusal('CANCELLED', 'the client gave up');
  return world.images.add({ ...found, pinned: how.pinned ?? found.pinned }, reference, found.digest);
}

async function fetched(
  world: World,
  reference: ParsedReference,
  how: { readonly auth: PullImageRequest['auth']; readonly signal: AbortSignal },
): Promise<NewImage & { readonly digest: string }> {
  const ref = formatReference(reference);
  const seed = world.options.images?.find((image) => nameOf(image.ref) === ref);
  if (seed !== undefined) return syntheticImage(seed);
  const mayMakeUp = world.options.allowAnyImage === true;
  const isRemote = mayMakeUp && !loopback.test(reference.registry);
  if (isRemote || isListed(world, ref)) return madeUpImage(reference);
  try {
    return await pull(reference, { ...how, idleMs: world.options.pullIdleMs ?? defaultIdleMs });
  } catch (error) {
    if (mayMakeUp && error instanceof NobodyListens) return madeUpImage(reference);
    throw error;
  }
}

const isListed = ({ options: { allowAnyImage: listed } }: World, ref: string): boolean =>
  typeof listed === 'object' && listed.some((image) => nameOf(image) === ref);

const nameOf = (text: string): string => formatReference(parseReference(text));
