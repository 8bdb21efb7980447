// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { Outcome } from '#cri/outcome.js';

/** A container or sandbox with its pod. */
export interface PodObject {
  readonly kind: 'sandbox' | 'container';
  readonly id: string;
}

/** What a runtime says about it. */
export interface StatusClaim {
  readonly by: string;
  readonly id: string | undefined;
  /** Uid of its pod. */
  readonly uid: string | undefined;
}

export type ReadStatus = (StatusClaim & { readonly kind: 'shown' }) | Exclude<Outcome, { kind: 'ok' }>;

/** Reads from an object's status whose it is. */
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
