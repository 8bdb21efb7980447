// SPDX-License-Identifier: Apache-2.0
/** What a kubelet writes on a container to find it again after its own restart. */
export const containerHashAnnotation = 'io.kubernetes.container.hash';
export const restartCountAnnotation = 'io.kubernetes.container.restartCount';
export const messagePathAnnotation = 'io.kubernetes.container.terminationMessagePath';
export const messagePolicyAnnotation = 'io.kubernetes.container.terminationMessagePolicy';
/** Where the kubelet has a pod from: `api` or `file`. */
export const sourceAnnotation = 'kubernetes.io/config.source';
