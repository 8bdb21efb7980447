// SPDX-License-Identifier: Apache-2.0
/** Labels a kubelet gives every sandbox and container; ours are known again by the uid (docs/decisions/0003). */
export const podNameLabel = 'io.kubernetes.pod.name';
export const podNamespaceLabel = 'io.kubernetes.pod.namespace';
export const podUidLabel = 'io.kubernetes.pod.uid';

/** On containers only. */
export const containerNameLabel = 'io.kubernetes.container.name';
