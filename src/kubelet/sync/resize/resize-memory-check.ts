// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats } from '#cri/proto/generated/messages.js';
import { wholeOf } from '#pod/quantity.js';
import type { ContainerToUpdate } from '../../decide/sync/pod-actions.js';
import type { PodSync } from '../../context/kubelet-context.js';

interface MemoryChange {
  readonly sandboxId: string;
  readonly updates: readonly ContainerToUpdate[];
  /** Limit of the pod; undefined: none. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * kuberuntime_manager.go, doPodResizeAction: a memory limit must not shrink below what is in use. Reads
 * statistics only if one shrinks.
 */
export async function memoryProblem(sync: PodSync, change: MemoryChange): Promise<string | undefined> {
  const podLimit = shrunk(change.before ?? Infinity, change.after);
  const limits = shrinkingLimits(sync, change.updates);
  if (podLimit === undefined && limits.size === 0) return undefined;
  const filter = { pod_sandbox_id: change.sandboxId };
  const answer = await sync.ctx.call('ListContainerStats', { filter });
  if (!answer.ok) return answer.message;
  return excess(answer.response.stats ?? [], podLimit, limits);
}

function excess(
  stats: readonly ContainerStats[],
  podLimit: number | undefined,
  limits: ReadonlyMap<string, number>,
): string | undefined {
  const total = stats.reduce((sum, each) => sum + usageOf(each), 0);
  if (total >= (podLimit ?? Infinity)) return `the pod uses ${total} bytes of memory`;
  const over = stats.find((each) => usageOf(each) >= (limits.get(each.attributes?.id ?? '') ?? Infinity));
  return over && `container ${over.attributes?.metadata?.name ?? ''} uses ${usageOf(over)} bytes of memory`;
}

function shrinkingLimits(
  { ctx, uid }: PodSync,
  updates: readonly ContainerToUpdate[],
): ReadonlyMap<string, number> {
  const given = ctx.actuated(uid).containers;
  const limits = new Map<string, number>();
  for (const { id, container } of updates) {
    const before = wholeOf(given.get(container.name)?.limits?.['memory']);
    const limit = shrunk(before, wholeOf(container.resources?.limits?.['memory']));
    if (limit !== undefined) limits.set(id, limit);
  }
  return limits;
}

/** The new limit, if it is lower than the old one. */
function shrunk(before: number | undefined, after: number | undefined): number | undefined {
  return after !== undefined && after > 0 && after < (before ?? 0) ? after : undefined;
}

function usageOf({ memory }: ContainerStats): number {
  return Number(memory?.usage_bytes?.value ?? memory?.working_set_bytes?.value ?? 0);
}
