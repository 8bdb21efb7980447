// SPDX-License-Identifier: Apache-2.0
import type { UnaryMethod } from '#cri/methods.js';

/**
 * Reads that change nothing and wait for nothing: what they take is the pace of the node and its load. The
 * runner learns its patience from them, and contracts scale their bounds by them.
 */
export const quickReads: readonly UnaryMethod[] = [
  'Version',
  'Status',
  'ListPodSandbox',
  'ListContainers',
  'PodSandboxStatus',
  'ContainerStatus',
  'ImageStatus',
  'ListImages',
];
