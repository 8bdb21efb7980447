// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container, PodSandbox } from '#cri/proto/generated/messages.js';
import type { RuntimeCall } from '../context/runtime-calls.js';
import type { Traits } from '../versions/traits.js';

/** A pod as the two lists show it. */
export interface Listed {
  readonly sandboxes: readonly PodSandbox[];
  readonly containers: readonly Container[];
}

/** What reading takes. */
export interface ReadPorts {
  readonly call: RuntimeCall;
  readonly traits: Traits;
  /** Container events are on: statuses that come with a sandbox are believed. */
  readonly evented?: boolean;
}

/** The two lists, of one pod; undefined if either fails. */
export async function listPod(call: RuntimeCall, uid: string): Promise<Listed | undefined> {
  const sandboxes = await podSandboxes(call, uid);
  const containers = sandboxes && (await podContainers(call, uid));
  return sandboxes && containers && { sandboxes, containers };
}

/** The two lists, of everything on the node; undefined if either fails. */
export async function listAll({ call, traits }: ReadPorts): Promise<Listed | undefined> {
  const request = traits.emptyFilters ? { filter: {} } : {};
  const sandboxes = await call('ListPodSandbox', request);
  const containers = sandboxes.ok ? await call('ListContainers', request) : undefined;
  if (!sandboxes.ok || !containers?.ok) return undefined;
  return { sandboxes: sandboxes.response.items ?? [], containers: containers.response.containers ?? [] };
}

export async function podSandboxes(
  call: RuntimeCall,
  uid: string,
): Promise<readonly PodSandbox[] | undefined> {
  const answer = await call('ListPodSandbox', { filter: { label_selector: { [podUidLabel]: uid } } });
  return answer.ok
    ? ofPod({ sandboxes: answer.response.items ?? [], containers: [] }, uid).sandboxes
    : undefined;
}

export async function podContainers(
  call: RuntimeCall,
  uid: string,
): Promise<readonly Container[] | undefined> {
  const answer = await call('ListContainers', { filter: { label_selector: { [podUidLabel]: uid } } });
  return answer.ok
    ? ofPod({ sandboxes: [], containers: answer.response.containers ?? [] }, uid).containers
    : undefined;
}

/** One pod's part of a list: sandboxes by their metadata, containers by label, as the kubelet does it. */
export function ofPod({ sandboxes, containers }: Listed, uid: string): Listed {
  const isUsable = ({ id, metadata, image }: Container): boolean => [id, metadata, image].every(Boolean);
  return {
    sandboxes: sandboxes.filter(({ metadata }) => metadata?.uid === uid),
    containers: containers.filter((each) => isUsable(each) && each.labels?.[podUidLabel] === uid),
  };
}
