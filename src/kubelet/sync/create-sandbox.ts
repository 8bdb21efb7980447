// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { Resolution } from '../config/resolved.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { ipsOf } from '../pleg/read-status.js';
import { hostIps } from './pod-address.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { podCgroupOf } from './pod-cgroup.js';
import { preparePodFiles } from './volumes/prepare-files.js';
import type { PodSync } from '../context/kubelet-context.js';
import { validSandboxStatus } from '../context/valid-status.js';

export interface SandboxRequest {
  readonly config: PodSandboxConfig;
  /** Empty: the default handler. */
  readonly handler: string;
}

type SandboxResult = { readonly sandbox: SandboxHandle } | { readonly problem: Problem | undefined };

/**
 * kuberuntime_sandbox.go, createPodSandbox, and the PodSandboxStatus after it. A failed attempt is not
 * cleaned up: the next sync does that.
 */
export async function createSandbox(
  sync: PodSync,
  request: Resolution<SandboxRequest>,
): Promise<SandboxResult> {
  if ('problem' in request) return notCreated(sync, request.problem);
  const { config, handler } = request.value;
  const unprepared = await preparePodFiles(sync);
  if (unprepared) return notCreated(sync, unprepared.message);
  const run = await sync.ctx.call('RunPodSandbox', {
    config,
    ...(handler !== '' && { runtime_handler: handler }),
  });
  if (!run.ok) return notCreated(sync, run.message);
  const id = run.response.pod_sandbox_id ?? '';
  if (id === '') return notCreated(sync, 'the answer names no sandbox');
  rememberResources(sync);
  return readSandbox(sync, id, config);
}

/** kuberuntime_manager.go, SyncPod: no error if the pod is terminating by now. */
function notCreated({ isEnding }: PodSync, message: string): SandboxResult {
  return { problem: isEnding?.() === true ? undefined : { reason: 'CreatePodSandboxError', message } };
}

/** The pod cgroup is made with the sandbox, in the size the pod asks for. */
function rememberResources({ ctx, pod, uid }: PodSync): void {
  const actuated = ctx.actuated(uid);
  actuated.cgroup ??= podCgroupOf(pod);
  actuated.pod ??= pod.spec.resources ?? {};
}

async function readSandbox(
  sync: PodSync,
  id: string,
  sandboxConfig: PodSandboxConfig,
): Promise<SandboxResult> {
  const read = await sync.ctx.call('PodSandboxStatus', { pod_sandbox_id: id });
  const status = read.ok ? read.response.status : undefined;
  if (!validSandboxStatus(status)) {
    const message = read.ok ? 'the status lacks what it must have' : read.message;
    return { problem: { reason: 'FailedStatusPodSandBox', message } };
  }
  return { sandbox: { sandboxId: id, sandboxConfig, ips: hostIps(sync) ?? ipsOf(status) } };
}
