// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container } from '#cri/generated/messages.js';
import type { PodStatus } from '../decide/pod-status.js';
import type { Call } from '../do/runtime.js';
import { readPodStatus, type Listed } from './read-status.js';

/** The two lists, of one pod; undefined if either fails. */
export async function listPod(call: Call, uid: string): Promise<Listed | undefined> {
  const filter = { label_selector: { [podUidLabel]: uid } };
  const sandboxes = await call('ListPodSandbox', { filter });
  const containers = sandboxes.ok ? await call('ListContainers', { filter }) : undefined;
  if (!sandboxes.ok || !containers?.ok) return undefined;
  return { sandboxes: sandboxes.response.items ?? [], containers: containers.response.containers ?? [] };
}

/** The two lists, of everything on the node; undefined if either fails. */
export async function listAll(call: Call): Promise<Listed | undefined> {
  const sandboxes = await call('ListPodSandbox', { filter: {} });
  const containers = sandboxes.ok ? await call('ListContainers', { filter: {} }) : undefined;
  if (!sandboxes.ok || !containers?.ok) return undefined;
  return { sandboxes: sandboxes.response.items ?? [], containers: containers.response.containers ?? [] };
}

/** One pod's part of a list: sandboxes by their metadata, containers by label, as the kubelet does it. */
export function ofPod({ sandboxes, containers }: Listed, uid: string): Listed {
  const isUsable = ({ id, metadata, image }: Container): boolean => [id, metadata, image].every(Boolean);
  return {
    sandboxes: sandboxes.filter(({ metadata }) => metadata?.uid === uid),
    containers: containers.filter((each) => isUsable(each) && each.labels?.[podUidLabel] === uid),
  };
}

/** Lists and reads one pod, whatever is known of it. */
export async function readPod(call: Call, uid: string): Promise<PodStatus | undefined> {
  const listed = await listPod(call, uid);
  return listed && readPodStatus(call, ofPod(listed, uid));
}
