// SPDX-License-Identifier: Apache-2.0
import { sourceAnnotation } from '../model/annotations.js';
import { withDefaults } from '#pod/defaults.js';
import type { Pod } from '#pod/pod.js';
import { withPodLevelRequests } from '../config/resources/pod-level-requests.js';
import { knownFields } from '../versions/known-fields.js';
import type { Traits } from '../versions/traits.js';

export interface Adoption {
  readonly source: 'api' | 'file';
  readonly nodeName: string;
  readonly uid: string;
  /** When the kubelet first saw the pod, RFC 3339 with nanoseconds. */
  readonly seenAt: string;
  /** What this kubelet's version knows. */
  readonly traits: Traits;
}

/** The manifest as a kubelet of this version knows it: defaulted, without unknown fields. */
export function understood(pod: Pod, traits: Traits): Pod {
  return withPodLevelRequests(knownFields(withDefaults(pod), traits));
}

/**
 * config/common.go, applyDefaults: defaulted, with the annotations of its source and, for a static pod, the
 * node's name.
 */
export function adoptPod(pod: Pod, { source, nodeName, uid, seenAt, traits }: Adoption): Pod {
  const { metadata, ...rest } = understood(pod, traits);
  const annotations = {
    ...metadata.annotations,
    ...(source === 'file' && { 'kubernetes.io/config.hash': uid }),
    'kubernetes.io/config.seen': seenAt,
    [sourceAnnotation]: source,
  };
  const name = source === 'file' ? `${metadata.name}-${nodeName}` : metadata.name;
  return { ...rest, metadata: { ...metadata, name, uid, annotations } };
}
