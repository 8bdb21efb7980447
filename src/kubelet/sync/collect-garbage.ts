// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container, PodSandbox } from '#cri/proto/generated/messages.js';
import { podDir } from '../config/sandbox/pod-paths.js';
import { isReady, stateOf } from '../decide/report/pod-status.js';
import { byAge } from '../pleg/newest-first.js';
import { killFromAnnotations } from './kill/kill-from-annotations.js';
import { removeDanglingLinks } from './log-links.js';
import { removeContainer } from './remove-container.js';
import type { KubeletContext } from '../context/kubelet-context.js';

/** A pod of this run: only what it left is collected. */
export interface OurPod {
  readonly uid: string;
  /** Deleted or evicted and terminated, or unknown: nothing of it is kept. */
  readonly removable: boolean;
}

/** kuberuntime_gc.go, GarbageCollect: dead containers, sandboxes and logs of our pods. */
export async function collectContainerGarbage(ctx: KubeletContext, pods: readonly OurPod[]): Promise<void> {
  ctx.note('garbage collection', { pods: pods.length });
  const removable = new Map(pods.map((pod) => [pod.uid, pod.removable]));
  await collectContainers(ctx, removable);
  await collectSandboxes(ctx, removable);
  await collectFiles(ctx, removable);
}

type Removable = ReadonlyMap<string, boolean>;

/** kuberuntime_gc.go, evictContainers. */
async function collectContainers(ctx: KubeletContext, removable: Removable): Promise<void> {
  const listed = await ctx.call('ListContainers', { filter: {} });
  if (!listed.ok) return;
  for (const { id = '', state } of evictableContainers(listed.response.containers ?? [], removable)) {
    const isUnknown = stateOf({ state }) === 'unknown';
    if (isUnknown && (await killFromAnnotations(ctx, id))) continue;
    await removeContainer(ctx, id);
  }
}

/**
 * kuberuntime_gc.go, evictableContainers: containers to remove, in order; pods of which nothing is kept come
 * first.
 */
export function evictableContainers(
  containers: readonly Container[],
  removable: Removable,
): readonly Container[] {
  const dead = containers.filter(
    (container) => stateOf(container) !== 'running' && removable.has(uidOf(container)),
  );
  const groups = [...grouped(dead, (container) => `${uidOf(container)}/${container.metadata?.name ?? ''}`)];
  const ofRemovable = groups.filter(([first]) => removable.get(uidOf(first)) === true);
  const ofKept = groups.filter(([first]) => removable.get(uidOf(first)) === false);
  return [
    ...ofRemovable.flatMap((group) => group.toReversed()),
    ...ofKept.flatMap((group) => byAge(group).slice(1).toReversed()),
  ];
}

async function collectSandboxes({ call }: KubeletContext, removable: Removable): Promise<void> {
  const containers = await call('ListContainers', { filter: {} });
  if (!containers.ok) return;
  const sandboxes = await call('ListPodSandbox', { filter: {} });
  if (!sandboxes.ok) return;
  const used = new Set(containers.response.containers?.map(({ pod_sandbox_id: id }) => id));
  const isActive = (sandbox: PodSandbox): boolean => isReady(sandbox) || used.has(sandbox.id);
  const candidates = surplusSandboxes(sandboxes.response.items ?? [], removable);
  for (const { id } of candidates.filter((sandbox) => !isActive(sandbox))) {
    const stopped = await call('StopPodSandbox', { pod_sandbox_id: id });
    if (stopped.ok) await call('RemovePodSandbox', { pod_sandbox_id: id });
  }
}

/**
 * kuberuntime_gc.go, evictSandboxes: all but the newest of each pod, or all of them if nothing is kept.
 * Oldest first, as recorded.
 */
export function surplusSandboxes(
  sandboxes: readonly PodSandbox[],
  removable: Removable,
): readonly PodSandbox[] {
  const uidIn = ({ metadata }: PodSandbox): string => metadata?.uid ?? '';
  const ours = sandboxes.filter((sandbox) => removable.has(uidIn(sandbox)));
  return [...grouped(ours, uidIn)].flatMap((group) => {
    const kept = removable.get(uidIn(group[0])) === true ? 0 : 1;
    return byAge(group).slice(kept).toReversed();
  });
}

/** kuberuntime_gc.go, evictPodLogsDirectories: logs of pods of which nothing is kept, and dangling links. */
async function collectFiles(ctx: KubeletContext, removable: Removable): Promise<void> {
  const { node } = ctx;
  const gone = new Set([...removable].flatMap(([uid, all]) => (all ? [uid] : [])));
  const logs = await node.list(node.podLogsDir);
  const paths = [
    ...logs
      .filter((name) => gone.has(name.slice(name.lastIndexOf('_') + 1)))
      .map((name) => `${node.podLogsDir}/${name}`),
    ...[...gone].map((uid) => podDir(node.rootDir, uid)),
  ];
  await Promise.allSettled(paths.map((path) => node.remove(path)));
  await removeDanglingLinks(ctx);
}

type Group<T> = readonly [T, ...T[]];

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Iterable<Group<T>> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups.values();
}

function uidOf({ labels }: Container): string {
  return labels?.[podUidLabel] ?? '';
}
