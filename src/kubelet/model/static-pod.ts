// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { sourceAnnotation } from './annotations.js';

/** types/pod_update.go, IsStaticPod: the pod comes from a file; no API server knows it. */
export function isStatic({ metadata }: Pick<Pod, 'metadata'>): boolean {
  const source = metadata.annotations?.[sourceAnnotation];
  return source !== undefined && source !== 'api';
}
