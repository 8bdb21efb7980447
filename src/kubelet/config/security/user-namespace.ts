// SPDX-License-Identifier: Apache-2.0
import type { IDMapping, PodSandboxConfig, UserNamespace } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import type { HandlerFeatures } from '../../model/runtime-info.js';
import type { Traits } from '../../versions/traits.js';
import { ConfigError } from '../resolved.js';

/** A range of ids on the node; inside the pod it starts at 0. */
export interface IdRange {
  readonly hostId: number;
  readonly length: number;
}

const idsPerPod = 65_536;

/** As many pods as a node has at most. */
const units = 110;

/**
 * userns/userns_manager.go, UsernsManager: each pod gets a range that no other has, never the first one of the
 * node. A kubelet takes any; we take the next, so that a range is used again as late as possible.
 */
export class IdRanges {
  readonly #units = new Map<string, number>();
  #last = 0;

  /** Stable for a pod until it is released. */
  of(uid: string): IdRange {
    const unit = this.#units.get(uid) ?? this.#nextFree();
    this.#units.set(uid, unit);
    return { hostId: unit * idsPerPod, length: idsPerPod };
  }

  release(uid: string): void {
    this.#units.delete(uid);
  }

  #nextFree(): number {
    const taken = new Set(this.#units.values());
    if (taken.size >= units) throw new ConfigError('no user ids of the node are left');
    do this.#last = (this.#last % units) + 1;
    while (taken.has(this.#last));
    return this.#last;
  }
}

export interface IdSource {
  readonly idRanges: IdRanges;
  /** Of the pod's runtime handler; undefined: the runtime did not say. */
  readonly features: HandlerFeatures | undefined;
}

/**
 * userns/userns_manager.go, GetOrCreateUserNamespaceMappings. Undefined: the pod uses the node's ids. Throws
 * if the runtime handler has no user namespaces.
 */
export function ownIds(pod: Pod, uid: string, { idRanges, features }: IdSource): IdRange | undefined {
  if (pod.spec.hostUsers !== false) return undefined;
  if (features?.userNamespaces === true) return idRanges.of(uid);
  throw new ConfigError('the runtime handler of the pod does not support user namespaces');
}

/** The range in the config of a sandbox; its containers and mounts use the same. */
export function idRangeOf({ linux }: PodSandboxConfig): IdRange | undefined {
  const [ids] = linux?.security_context?.namespace_options?.userns_options?.uids ?? [];
  return ids && { hostId: ids.host_id ?? 0, length: ids.length ?? 0 };
}

/** kuberuntime/util/util.go, NamespacesForPod. */
export function userNamespaceOptions(
  range: IdRange | undefined,
  { usernsAlwaysSaid }: Pick<Traits, 'usernsAlwaysSaid'>,
): UserNamespace | undefined {
  if (range) return { uids: idMappings(range), gids: idMappings(range) };
  return usernsAlwaysSaid ? { mode: 'NODE' } : undefined;
}

function idMappings({ hostId, length }: IdRange): readonly IDMapping[] {
  return [{ host_id: hostId, length }];
}
