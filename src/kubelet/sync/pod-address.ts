// SPDX-License-Identifier: Apache-2.0
import { BlockList, isIP } from 'node:net';
import type { PodSync } from '../context/kubelet-context.js';
import { isStatic } from '../model/static-pod.js';

/** Addresses no pod has: link-local (cloud metadata services), unspecified, multicast. */
const never = new BlockList();
never.addSubnet('0.0.0.0', 8);
never.addSubnet('169.254.0.0', 16);
never.addSubnet('224.0.0.0', 3);
never.addAddress('::', 'ipv6');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');

/** Hooks and probes go to the address a runtime reports, but only if a pod can have it. */
export function isPodAddress(text: string): boolean {
  const family = isIP(text);
  return family !== 0 && !never.check(text, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The node's addresses for a pod on the host network; none for a static pod, as a kubelet without an API
 * server does not know them. Undefined: the pod has its own network.
 */
export function hostIps({ pod, ctx }: Pick<PodSync, 'pod' | 'ctx'>): readonly string[] | undefined {
  if (pod.spec.hostNetwork !== true) return undefined;
  return isStatic(pod) ? [] : ctx.facts.nodeIps;
}
