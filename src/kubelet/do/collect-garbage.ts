// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#cri/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import { podDir } from '../config/mounts.js';
import { allContainers } from '../config/qos.js';
import { logDirectory } from '../config/sandbox-config.js';
import { isReady, stateOf } from '../decide/pod-status.js';
import { ofPod } from '../watch/list-pod.js';
import type { Listed } from '../watch/read-status.js';
import { killContainer } from './kill-container.js';
import { removeContainer } from './remove-container.js';
import type { PodSync } from './sync-context.js';

/**
 * One run over the dead containers and sandboxes of one pod. `all`: the pod is deleted and has ended, nothing of it is
 * kept; else the newest dead instance of each container and the newest sandbox stay.
 */
export async function collectGarbage(sync: PodSync, all: boolean): Promise<void> {
  sync.hands.journal('garbage collection', { all });
  await collectContainers(sync, all);
  await collectSandboxes(sync, all);
  if (all) await removeFiles(sync.hands.node, sync.pod, sync.uid);
}

async function collectContainers(sync: PodSync, all: boolean): Promise<void> {
  const { hands, uid } = sync;
  const listed = await hands.call('ListContainers', { filter: {} });
  if (!listed.ok) return;
  const ours = ofPod({ sandboxes: [], containers: listed.response.containers ?? [] }, uid).containers;
  const dead = byAge(ours.filter((container) => stateOf(container) !== 'running'));
  const names = new Set(dead.map(nameOf));
  for (const name of names) {
    const group = dead.filter((container) => nameOf(container) === name);
    for (const container of all ? group : group.slice(1).toReversed()) await removeDead(sync, container);
  }
}

async function removeDead(sync: PodSync, dead: Container): Promise<void> {
  const id = dead.id ?? '';
  const container = allContainers(sync.pod).find(({ name }) => name === nameOf(dead));
  if (stateOf(dead) === 'unknown' && container) {
    const problem = await killContainer(sync, { id, container, reason: 'Unknown' });
    if (problem) return;
  }
  await removeContainer(sync.hands, id);
}

async function collectSandboxes(sync: PodSync, all: boolean): Promise<void> {
  const { call } = sync.hands;
  const containers = await call('ListContainers', { filter: {} });
  if (!containers.ok) return;
  const sandboxes = await call('ListPodSandbox', { filter: {} });
  if (!sandboxes.ok) return;
  const listed = {
    sandboxes: sandboxes.response.items ?? [],
    containers: containers.response.containers ?? [],
  };
  for (const id of inactiveSandboxes(listed, sync.uid, all)) {
    const stopped = await call('StopPodSandbox', { pod_sandbox_id: id });
    if (stopped.ok) await call('RemovePodSandbox', { pod_sandbox_id: id });
  }
}

/** Not ready and without containers, oldest first. */
function inactiveSandboxes(listed: Listed, uid: string, all: boolean): readonly string[] {
  const used = new Set(listed.containers.map(({ pod_sandbox_id }) => pod_sandbox_id));
  const newestFirst = byAge(ofPod(listed, uid).sandboxes);
  const kept = all ? undefined : newestFirst[0];
  const inactive = newestFirst.filter((each) => !isReady(each) && !used.has(each.id) && each !== kept);
  return inactive.toReversed().map(({ id = '' }) => id);
}

async function removeFiles(node: PodSync['hands']['node'], pod: Pod, uid: string): Promise<void> {
  await node.remove(logDirectory(node.podLogsDir, pod, uid));
  await node.remove(podDir(node.rootDir, uid));
}

function nameOf({ metadata }: Container): string {
  return metadata?.name ?? '';
}

function byAge<T extends { readonly created_at?: string | undefined }>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => Number(BigInt(b.created_at ?? 0) - BigInt(a.created_at ?? 0)));
}
