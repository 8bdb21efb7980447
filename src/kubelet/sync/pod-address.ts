// SPDX-License-Identifier: Apache-2.0
import { BlockList, isIP } from 'node:net';
import type { PodSync } from '../context/kubelet-context.js';
import { isStatic } from '../model/static-pod.js';

/** What no pod has: of this link (a cloud's metadata service is there), of nobody, of many. */
const never = new BlockList();
never.addSubnet('0.0.0.0', 8);
never.addSubnet('169.254.0.0', 16);
never.addSubnet('224.0.0.0', 3);
never.addAddress('::', 'ipv6');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');

/** A runtime says where a pod is, and hooks and probes go there: only to what can be a pod's address. */
export function isPodAddress(text: string): boolean {
  const family = isIP(text);
  return family !== 0 && !never.check(text, family === 4 ? 'ipv4' : 'ipv6');
}

/** Of a pod on the network of the node; a kubelet that runs pods from files has nobody to tell them to. */
export function hostIps({ pod, ctx }: Pick<PodSync, 'pod' | 'ctx'>): readonly string[] | undefined {
  if (pod.spec.hostNetwork !== true) return undefined;
  return isStatic(pod) ? [] : ctx.facts.nodeIps;
}
