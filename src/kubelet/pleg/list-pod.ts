// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container, PodSandbox } from '#cri/proto/generated/messages.js';
import type { RuntimeCall } from '../context/runtime-calls.js';
import type { Traits } from '../versions/traits.js';

/** One pod, or the whole node, as the two lists show it. */
export interface PodLists {
  readonly sandboxes: readonly PodSandbox[];
  readonly containers: readonly Container[];
}

/** What reading a pod needs. */
export interface ReadPorts {
  readonly call: RuntimeCall;
  readonly traits: Traits;
  /** EventedPLEG is on: container statuses that come with a sandbox are used. */
  readonly evented?: boolean;
}

/** kuberuntime_manager.go, GetPod: both lists, filtered by one pod; undefined if a call fails. */
export async function listPod(call: RuntimeCall, uid: string): Promise<PodLists | undefined> {
  const sandboxes = await podSandboxes(call, uid);
  const containers = sandboxes && (await podContainers(call, uid));
  return sandboxes && containers && { sandboxes, containers };
}

/** kuberuntime_manager.go, GetPods: both lists; undefined if a call fails. */
export async function listAll({ call, traits }: ReadPorts): Promise<PodLists | undefined> {
  const request = traits.emptyFilters ? { filter: {} } : {};
  const sandboxes = await call('ListPodSandbox', request);
  const containers = sandboxes.ok ? await call('ListContainers', request) : undefined;
  if (!sandboxes.ok || !containers?.ok) return undefined;
  return { sandboxes: sandboxes.response.items ?? [], containers: containers.response.containers ?? [] };
}

/** kuberuntime_sandbox.go, getSandboxIDByPodUID. */
export async function podSandboxes(
  call: RuntimeCall,
  uid: string,
): Promise<readonly PodSandbox[] | undefined> {
  const answer = await call('ListPodSandbox', { filter: { label_selector: { [podUidLabel]: uid } } });
  return answer.ok
    ? ofPod({ sandboxes: answer.response.items ?? [], containers: [] }, uid).sandboxes
    : undefined;
}

/** kuberuntime_container.go, getPodContainerStatuses: its list. */
export async function podContainers(
  call: RuntimeCall,
  uid: string,
): Promise<readonly Container[] | undefined> {
  const answer = await call('ListContainers', { filter: { label_selector: { [podUidLabel]: uid } } });
  return answer.ok
    ? ofPod({ sandboxes: [], containers: answer.response.containers ?? [] }, uid).containers
    : undefined;
}

/** kuberuntime_manager.go, GetPods: the part of one pod; sandboxes by metadata, containers by label. */
export function ofPod({ sandboxes, containers }: PodLists, uid: string): PodLists {
  const isUsable = ({ id, metadata, image }: Container): boolean => [id, metadata, image].every(Boolean);
  return {
    sandboxes: sandboxes.filter(({ metadata }) => metadata?.uid === uid),
    containers: containers.filter((each) => isUsable(each) && each.labels?.[podUidLabel] === uid),
  };
}
