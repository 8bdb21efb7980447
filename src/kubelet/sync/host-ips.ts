// SPDX-License-Identifier: Apache-2.0
import { isStatic } from '../model/static-pod.js';
import type { PodSync } from '../context/kubelet-context.js';

/** Of a pod on the network of the node; a kubelet that runs pods from files has nobody to tell them to. */
export function hostIps({ pod, ctx }: Pick<PodSync, 'pod' | 'ctx'>): readonly string[] | undefined {
  if (pod.spec.hostNetwork !== true) return undefined;
  return isStatic(pod) ? [] : ctx.facts.nodeIps;
}
