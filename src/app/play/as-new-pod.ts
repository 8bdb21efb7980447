// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';

type NewPod = Pod & { readonly metadata: { readonly uid: string } };

/**
 * Gives a pod a uid of its own, as an API server does; a kubelet gives static pods a hash. The manifest's may be that of a
 * pod that lives here, and at the end everything goes that has a uid of ours.
 */
export function asNewPod(pod: Pod, asStatic: boolean): NewPod {
  const made = crypto.randomUUID();
  const uid = asStatic ? made.replaceAll('-', '') : made;
  return { ...pod, metadata: { ...pod.metadata, uid } };
}
