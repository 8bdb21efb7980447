// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { ensureImage } from '../images/ensure-image.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { createContainer } from './create-container.js';
import { runHook } from './hooks/hooks.js';
import { killContainer } from './kill/kill-container.js';
import { linkLog } from './log-links.js';
import type { SandboxHandle } from './sandbox-handle.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_container.go, startContainer: image, create, start, postStart hook. A failure is not undone:
 * the next sync handles what is there.
 */
export async function startContainer(
  sync: PodSync,
  container: Container,
  sandbox: SandboxHandle,
): Promise<Problem | undefined> {
  const { name, image, imagePullPolicy: pullPolicy = '' } = container;
  const found = await ensureImage(sync, { image, pullPolicy, container: name }, sandbox.sandboxConfig);
  if ('problem' in found) return found.problem;
  const created = await createContainer(sync, { container, sandbox, imageRef: found.value });
  if ('problem' in created) return created.problem;
  const { ctx } = sync;
  const started = await ctx.call('StartContainer', { container_id: created.id });
  if (!started.ok) return { reason: 'RunContainerError', container: name, message: started.message };
  ctx.note('container started', { container: name, id: created.id });
  await linkLogOf(sync, container, { ...created, dir: sandbox.sandboxConfig.log_directory ?? '' });
  return postStart(sync, container, created.id);
}

/** Where log collectors look for it. */
async function linkLogOf(
  { ctx, pod }: PodSync,
  container: Container,
  { id, dir, logPath }: { readonly id: string; readonly dir: string; readonly logPath: string },
): Promise<void> {
  const { name: podName, namespace = 'default' } = pod.metadata;
  await linkLog(ctx, { podName, namespace, container: container.name, id }, `${dir}/${logPath}`);
}

/** kuberuntime_container.go, startContainer: a failed hook kills its container. */
async function postStart(sync: PodSync, container: Container, id: string): Promise<Problem | undefined> {
  const handler = container.lifecycle?.postStart;
  if (!handler) return undefined;
  const failed = await runHook(sync, { container, id }, handler);
  sync.ctx.note('postStart hook ended', { container: container.name, id, failed: failed ?? null });
  if (failed === undefined || sync.ctx.signal.aborted) return undefined;
  await killContainer(sync, { id, container, reason: 'FailedPostStartHook' });
  return { reason: 'PostStartHookError', container: container.name, message: failed };
}
