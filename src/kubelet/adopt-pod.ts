// SPDX-License-Identifier: Apache-2.0
import { withDefaults } from '#pod/defaults.js';
import type { Pod } from '#pod/pod.js';

export interface Adoption {
  readonly source: 'api' | 'file';
  readonly nodeName: string;
  readonly uid: string;
  /** When the kubelet saw the pod first, RFC 3339 with nanoseconds. */
  readonly seenAt: string;
}

/** The pod as the kubelet handles it: defaulted, with the annotations of its source, and the node in a static pod's name. */
export function adoptPod(pod: Pod, { source, nodeName, uid, seenAt }: Adoption): Pod {
  const { metadata, ...rest } = withDefaults(pod);
  const annotations = {
    ...metadata.annotations,
    ...(source === 'file' && { 'kubernetes.io/config.hash': uid }),
    'kubernetes.io/config.seen': seenAt,
    'kubernetes.io/config.source': source,
  };
  const name = source === 'file' ? `${metadata.name}-${nodeName}` : metadata.name;
  return { ...rest, metadata: { ...metadata, name, uid, annotations } };
}
