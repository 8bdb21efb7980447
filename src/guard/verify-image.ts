// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { Image } from '#cri/proto/generated/messages.js';
import type { NoAnswer } from '#cri/outcome.js';
import type { OwnObjects } from './own-objects.js';
import { notOurs, readOptions, unverified } from './verifying.js';

const rpc = 'RemoveImage';

/**
 * A runtime removes an image with all its names, so each of them must be ours. undefined: the call may be
 * sent.
 */
export async function verifyImage(
  inner: CriClient,
  own: OwnObjects,
  { name, options }: { readonly name: string; readonly options: CallOptions },
): Promise<NoAnswer | undefined> {
  if (own.isOther(name)) return notOurs(rpc, `image ${name} was on the runtime before this run`);
  if (own.mayMeanOther(name))
    return unverified(rpc, `image ${name} is a prefix of a name that was on the runtime before this run`);
  const read = await inner.call('ImageStatus', { image: { image: name } }, readOptions(options));
  if (read.kind === 'unanswered') return read;
  if (read.kind === 'refused' && read.code === 'NOT_FOUND') return absent(own, name);
  if (read.kind === 'refused')
    return unverified(rpc, `the owner of image ${name} is unknown: ${read.message}`);
  const { image } = read.response;
  return image === undefined ? absent(own, name) : judged(own, name, image);
}

function absent(own: OwnObjects, name: string): NoAnswer | undefined {
  if (own.isOurImageName(name) || own.wasGiven('image', name)) return undefined;
  return unverified(rpc, `ImageStatus knows no image ${name}`);
}

function judged(own: OwnObjects, name: string, image: Image): NoAnswer | undefined {
  const { id = '', repo_tags: tags = [], repo_digests: digests = [] } = image;
  if (own.isOther(id))
    return notOurs(rpc, `image ${name} is ${id}, which was on the runtime before this run`);
  const names = [...tags, ...digests];
  const foreign = names.filter((each) => !own.isOurImageName(each));
  if (foreign.length > 0)
    return notOurs(rpc, `image ${name} has ${foreign.length} names that this run did not give it`);
  if (names.length > 0 || own.wasGiven('image', id)) return undefined;
  return unverified(rpc, `image ${name} has no name, and no answer to a request of this run named it`);
}
