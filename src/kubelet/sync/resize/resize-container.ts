// SPDX-License-Identifier: Apache-2.0
import type { Container, ResourceList, Resources } from '#pod/pod.js';
import { containerResources } from '../../config/resources/resources.js';
import type { ContainerToUpdate } from '../../decide/sync/pod-actions.js';
import type { PodSync } from '../../context/kubelet-context.js';

export type ResizeKind = 'memory' | 'cpu';

/**
 * kuberuntime_container.go, updateContainerResources: sets the new memory or CPU; the other keeps its last
 * value.
 */
export async function resizeContainer(
  sync: PodSync,
  { id, container }: ContainerToUpdate,
  kind: ResizeKind,
): Promise<string | undefined> {
  const { ctx, pod, uid } = sync;
  const actuated = ctx.actuated(uid);
  const given = actuated.containers;
  const before = effective(given.get(container.name), actuated.pod ?? pod.spec.resources);
  const resources = mixed(kind, effective(container.resources, pod.spec.resources), before);
  const resized: Container = { ...container, resources };
  const linux = containerResources(resized, { pod, facts: ctx.facts, traits: ctx.traits });
  const answer = await ctx.call('UpdateContainerResources', { container_id: id, linux });
  if (!answer.ok) return answer.message;
  given.set(container.name, resources);
  return undefined;
}

/** A container without a limit has that of its pod. */
function effective({ requests = {}, limits = {} }: Resources = {}, ofPod: Resources = {}): Resources {
  const inherited = { ...ofPod.limits };
  const kinds: readonly ResizeKind[] = ['cpu', 'memory'];
  for (const kind of kinds)
    if (limits[kind] !== undefined && limits[kind] !== 0) inherited[kind] = limits[kind];
  return { requests, limits: inherited };
}

/** Every amount is sent, also 0. */
function mixed(kind: ResizeKind, wanted: Resources, given: Resources): Resources {
  const memory = kind === 'memory' ? wanted : given;
  const cpu = kind === 'cpu' ? wanted : given;
  const list = (name: 'requests' | 'limits'): ResourceList => ({
    cpu: cpu[name]?.['cpu'] ?? 0,
    memory: memory[name]?.['memory'] ?? 0,
  });
  return { requests: list('requests'), limits: list('limits') };
}
