// SPDX-License-Identifier: Apache-2.0
/** kuberuntime/labels.go: annotations a kubelet reads back from its containers. */
export const containerHashAnnotation = 'io.kubernetes.container.hash';
export const restartCountAnnotation = 'io.kubernetes.container.restartCount';
export const messagePathAnnotation = 'io.kubernetes.container.terminationMessagePath';
export const messagePolicyAnnotation = 'io.kubernetes.container.terminationMessagePolicy';
/** The source of a pod: `api` or `file`. */
export const sourceAnnotation = 'kubernetes.io/config.source';
