// SPDX-License-Identifier: Apache-2.0
import type { VolumeMount } from '#pod/volume.js';
import { expandStrictly } from './expand.js';
import type { Resolution } from '../resolved.js';

/** kubelet_pods.go, makeMounts: the subPath of a mount; '' is the whole volume. */
export function subPathOf(
  { name, subPath = '', subPathExpr = '' }: VolumeMount,
  variables: ReadonlyMap<string, string>,
): Resolution<string> {
  const path = subPathExpr === '' ? { value: subPath } : expandStrictly(subPathExpr, variables);
  if ('problem' in path) return path;
  if (path.value.startsWith('/')) {
    return { problem: `the subPath ${path.value} of volume "${name}" must not be an absolute path` };
  }
  if (path.value.split('/').includes('..')) {
    return { problem: `the subPath ${path.value} of volume "${name}" must not contain '..'` };
  }
  return path;
}
