// SPDX-License-Identifier: Apache-2.0
/**
 * Labels that a kubelet sets on every sandbox and container. The uid tells which pods are ours
 * (docs/decisions/0003).
 */
export const podNameLabel = 'io.kubernetes.pod.name';
export const podNamespaceLabel = 'io.kubernetes.pod.namespace';
export const podUidLabel = 'io.kubernetes.pod.uid';

/** On containers only. */
export const containerNameLabel = 'io.kubernetes.container.name';
