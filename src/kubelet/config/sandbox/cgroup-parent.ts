// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { NodeFacts } from '../../model/node-facts.js';
import { qosClass } from '../resources/qos.js';

/** kubelet_pods.go, GetPodCgroupParent: the pod cgroup, below that of its QoS class; Guaranteed has none. */
export function cgroupParent(pod: Pod, uid: string, { podCgroups }: Pick<NodeFacts, 'podCgroups'>): string {
  if (!podCgroups) return '';
  const qos = qosClass(pod);
  const steps = ['kubepods', ...(qos === 'Guaranteed' ? [] : [qos.toLowerCase()])];
  if (podCgroups.driver === 'cgroupfs') return `${podCgroups.root}/${steps.join('/')}/pod${uid}`;
  const names = [...steps, `pod${uid.replaceAll('-', '_')}`];
  return podCgroups.root + names.map((_, at) => `/${names.slice(0, at + 1).join('-')}.slice`).join('');
}
