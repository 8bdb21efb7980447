// SPDX-License-Identifier: Apache-2.0
import type { IDMapping, PodSandboxConfig, UserNamespace } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import type { HandlerFeatures } from '../../model/runtime-info.js';
import type { Traits } from '../../versions/traits.js';
import { ConfigError } from '../resolved.js';

/** The ids of the node that a pod has for itself, seen inside from 0 on. */
export interface IdRange {
  readonly hostId: number;
  readonly length: number;
}

const idsPerPod = 65_536;

/** Who has which ids: each pod the first free unit, none the one that the node itself uses. */
export class IdRanges {
  readonly #units = new Map<string, number>();

  /** The same for a pod until it is released. */
  of(uid: string): IdRange {
    const unit = this.#units.get(uid) ?? this.#firstFree();
    this.#units.set(uid, unit);
    return { hostId: unit * idsPerPod, length: idsPerPod };
  }

  release(uid: string): void {
    this.#units.delete(uid);
  }

  #firstFree(): number {
    const taken = new Set(this.#units.values());
    let unit = 1;
    while (taken.has(unit)) unit += 1;
    return unit;
  }
}

export interface IdSource {
  readonly idRanges: IdRanges;
  /** What the handler of the pod can do; undefined: the runtime did not say. */
  readonly features: HandlerFeatures | undefined;
}

/** Undefined: the pod uses the ids of the node. Thrown: the runtime cannot give it others. */
export function ownIds(pod: Pod, uid: string, { idRanges, features }: IdSource): IdRange | undefined {
  if (pod.spec.hostUsers !== false) return undefined;
  if (features?.userNamespaces === true) return idRanges.of(uid);
  throw new ConfigError('the runtime handler of the pod does not support user namespaces');
}

/** Those of a sandbox, which its containers and their mounts share. */
export function idRangeOf({ linux }: PodSandboxConfig): IdRange | undefined {
  const [ids] = linux?.security_context?.namespace_options?.userns_options?.uids ?? [];
  return ids && { hostId: ids.host_id ?? 0, length: ids.length ?? 0 };
}

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
