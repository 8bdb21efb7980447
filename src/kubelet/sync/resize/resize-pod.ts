// SPDX-License-Identifier: Apache-2.0
import { overheadResources } from '../../config/resources/resources.js';
import type { PodCgroup } from '../../decide/sync/actuated-resources.js';
import type { ContainerToUpdate, PodActions } from '../../decide/sync/pod-actions.js';
import type { Problem } from '../../decide/report/pod-controller.js';
import { cgroupMessage, podCgroupOf } from '../pod-cgroup.js';
import { resizeContainer, type ResizeKind } from './resize-container.js';
import { memoryProblem } from './resize-memory-check.js';
import type { PodSync } from '../../context/kubelet-context.js';

type StepError = string | undefined;
type Step = () => Promise<StepError>;

/**
 * kuberuntime_manager.go, doPodResizeAction: memory first, then CPU. Stops at the first error; a later sync
 * does the rest.
 */
export async function resizePod(
  sync: PodSync,
  { resize, sandboxId }: Pick<PodActions, 'resize' | 'sandboxId'>,
): Promise<Problem | undefined> {
  const pod = resize.pod || resize.podLevel;
  const target = { sandboxId, wanted: podCgroupOf(sync.pod) };
  const failed =
    (pod || resize.memory.length > 0 ? await resizeMemory(sync, target, resize.memory) : undefined) ??
    (pod || resize.cpu.length > 0 ? await resizeCpu(sync, target, resize.cpu) : undefined);
  if (failed !== undefined) return { reason: 'ResizePodInPlaceError', message: failed };
  sync.ctx.actuated(sync.uid).pod = sync.pod.spec.resources ?? {};
  return undefined;
}

interface Target {
  readonly sandboxId: string;
  readonly wanted: PodCgroup;
}

/** A limit that was removed keeps its value. */
async function resizeMemory(
  sync: PodSync,
  target: Target,
  updates: readonly ContainerToUpdate[],
): Promise<StepError> {
  const before = cgroupNow(sync, target).memoryBytes;
  const after = target.wanted.memoryBytes ?? before;
  const problem = await memoryProblem(sync, { sandboxId: target.sandboxId, updates, before, after });
  if (problem !== undefined) return problem;
  const change = (after ?? Infinity) - (before ?? Infinity);
  const limit: Step = () => resizeSandbox(sync, target, memoryPart(target.wanted));
  const containers: Step = () => resizeContainers(sync, updates, 'memory');
  return firstFailure([change > 0 && limit, containers, change < 0 && limit]);
}

/** Growing: the quota before the shares. Shrinking: the shares before the quota. */
async function resizeCpu(
  sync: PodSync,
  target: Target,
  updates: readonly ContainerToUpdate[],
): Promise<StepError> {
  const { wanted } = target;
  const { cpuQuota: quotaBefore = -1, cpuShares: sharesBefore } = cgroupNow(sync, target);
  const quota = (wanted.cpuQuota ?? quotaBefore) - quotaBefore;
  const shares = wanted.cpuShares - sharesBefore;
  const limit: Step = () => resizeSandbox(sync, target, quotaPart(wanted));
  const request: Step = () => resizeSandbox(sync, target, { cpuShares: wanted.cpuShares });
  const containers: Step = () => resizeContainers(sync, updates, 'cpu');
  const growing = [quota > 0 && limit, shares > 0 && request];
  return firstFailure([...growing, containers, shares < 0 && request, quota < 0 && limit]);
}

async function firstFailure(steps: readonly (Step | false)[]): Promise<StepError> {
  for (const step of steps) {
    const failed = step ? await step() : undefined;
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Without a record the cgroup counts as up to date. */
function cgroupNow({ ctx, uid }: PodSync, { wanted }: Target): PodCgroup {
  return ctx.actuated(uid).cgroup ?? wanted;
}

function memoryPart({ memoryBytes }: PodCgroup): Partial<PodCgroup> {
  return memoryBytes === undefined ? {} : { memoryBytes };
}

function quotaPart({ cpuQuota }: PodCgroup): Partial<PodCgroup> {
  return cpuQuota === undefined ? {} : { cpuQuota };
}

async function resizeContainers(
  sync: PodSync,
  updates: readonly ContainerToUpdate[],
  kind: ResizeKind,
): Promise<StepError> {
  for (const update of updates) {
    const failed = await resizeContainer(sync, update, kind);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** UpdatePodSandboxResources for the pod cgroup. Before 1.36 its errors were ignored. */
async function resizeSandbox(sync: PodSync, target: Target, part: Partial<PodCgroup>): Promise<StepError> {
  const { ctx, pod, uid } = sync;
  const next = { ...cgroupNow(sync, target), ...part };
  const answer = await ctx.call('UpdatePodSandboxResources', {
    pod_sandbox_id: target.sandboxId,
    overhead: overheadResources({ pod, facts: ctx.facts, traits: ctx.traits }),
    resources: cgroupMessage(next),
  });
  if (!answer.ok && ctx.traits.resizeAsksSandboxFirst && !isUnimplemented(answer)) return answer.message;
  ctx.actuated(uid).cgroup = next;
  return undefined;
}

function isUnimplemented({ code, message }: { readonly code: string; readonly message: string }): boolean {
  return code === 'UNIMPLEMENTED' || (code === 'UNKNOWN' && message.includes('not implemented'));
}
