// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { Outcome } from '#cri/outcome.js';

/** Something that belongs to a pod. */
export interface PodObject {
  readonly kind: 'sandbox' | 'container';
  readonly id: string;
}

/** What a runtime shows of it. */
export interface StatusClaim {
  readonly by: string;
  readonly id: string | undefined;
  /** Of its pod. */
  readonly uid: string | undefined;
}

export type ReadStatus = (StatusClaim & { readonly kind: 'shown' }) | Exclude<Outcome, { kind: 'ok' }>;

/** Whose the status of an object says that it is. */
export async function readStatusOf(
  client: CriClient,
  { kind, id }: PodObject,
  options: CallOptions,
): Promise<ReadStatus> {
  if (kind === 'sandbox') {
    const read = await client.call('PodSandboxStatus', { pod_sandbox_id: id }, options);
    if (read.kind !== 'ok') return read;
    const { status } = read.response;
    return { kind: 'shown', by: 'PodSandboxStatus', id: status?.id, uid: status?.metadata?.uid };
  }
  const read = await client.call('ContainerStatus', { container_id: id }, options);
  if (read.kind !== 'ok') return read;
  const { status } = read.response;
  return { kind: 'shown', by: 'ContainerStatus', id: status?.id, uid: status?.labels?.[podUidLabel] };
}
