// SPDX-License-Identifier: Apache-2.0
import { madeUpIdPrefix } from '#base/made-up-id.js';
import { podUidLabel } from '#base/pod-labels.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { NoAnswer } from '#cri/outcome.js';
import type { OwnObjects } from './own-objects.js';
import { readStatusOf, type PodObject, type StatusClaim } from './status-of.js';
import { notOurs, readOptions, unverified } from './verifying.js';

/** A call that would change an object. */
export interface Change extends PodObject {
  readonly rpc: string;
}

/** Asks the runtime whose object it is, unless that is known. undefined: ours, the call may be sent. */
export async function verifyObject(
  inner: CriClient,
  own: OwnObjects,
  { change, options }: { readonly change: Change; readonly options: CallOptions },
): Promise<NoAnswer | undefined> {
  const { rpc, kind, id } = change;
  if (own.isOther(id)) return notOurs(rpc, `${kind} ${id} was on the runtime before this run`);
  if (own.isConfirmed(kind, id)) return undefined;
  if (own.mayMeanOther(id))
    return unverified(rpc, `${kind} ${id} is a prefix of an id that was on the runtime before this run`);
  const asked = readOptions(options);
  const status = await readStatusOf(inner, change, asked);
  if (status.kind === 'unanswered') return status;
  if (status.kind === 'shown') return judged(own, change, status);
  // Ids we made up name no object, so a call on them is harmless.
  if (id.startsWith(madeUpIdPrefix)) return undefined;
  const listed = await listedAs(inner, change, asked);
  if (listed !== undefined) return judged(own, change, listed);
  return unverified(rpc, `the owner of ${kind} ${id} is unknown: ${status.message}`);
}

function judged(own: OwnObjects, { rpc, kind, id }: Change, shown: StatusClaim): NoAnswer | undefined {
  if (shown.id !== id) return notOurs(rpc, `${shown.by} of ${kind} ${id} shows another ${kind}`);
  if (!own.isOurUid(shown.uid))
    return notOurs(rpc, `${shown.by} shows that ${kind} ${id} belongs to a pod that this run did not create`);
  if (own.confirm(kind, id, shown.uid ?? '')) return undefined;
  return notOurs(rpc, `no answer to a request of this run named ${kind} ${id}`);
}

/** For a runtime that cannot read its own objects: they must still be cleaned up. */
async function listedAs(
  inner: CriClient,
  { kind, id }: Change,
  options: CallOptions,
): Promise<StatusClaim | undefined> {
  if (kind === 'sandbox') {
    const list = await inner.call('ListPodSandbox', { filter: { id } }, options);
    const found = list.kind === 'ok' ? list.response.items?.find((item) => item.id === id) : undefined;
    return found && { by: 'ListPodSandbox', id: found.id, uid: found.metadata?.uid };
  }
  const list = await inner.call('ListContainers', { filter: { id } }, options);
  const found = list.kind === 'ok' ? list.response.containers?.find((item) => item.id === id) : undefined;
  return found && { by: 'ListContainers', id: found.id, uid: found.labels?.[podUidLabel] };
}
