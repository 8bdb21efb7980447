// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { sourceAnnotation } from './annotations.js';

/** It comes from a file: no API server knows it, and nothing that only the API has is there for it. */
export function isStatic({ metadata }: Pick<Pod, 'metadata'>): boolean {
  const source = metadata.annotations?.[sourceAnnotation];
  return source !== undefined && source !== 'api';
}
