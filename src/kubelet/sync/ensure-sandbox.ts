// SPDX-License-Identifier: Apache-2.0
import { resolvedBy, type Resolution } from '../config/resolved.js';
import { sandboxConfig } from '../config/sandbox/sandbox-config.js';
import { ownIds } from '../config/security/user-namespace.js';
import type { PodActions } from '../decide/sync/pod-actions.js';
import { asksEverySync } from '../images/image-volumes.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { createSandbox, type SandboxRequest } from './create-sandbox.js';
import { hostIps } from './pod-address.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { runtimeHandlerOf } from './runtime-handler.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_manager.go, SyncPod: the sandbox to start containers in, created if needed. Undefined: there is
 * nothing to start.
 */
export async function ensureSandbox(
  sync: PodSync,
  actions: PodActions,
): Promise<{ readonly sandbox: SandboxHandle | undefined } | { readonly problem: Problem | undefined }> {
  if (!actions.createSandbox && !startsAnything(actions) && !asksEverySync(sync))
    return { sandbox: undefined };
  const request = sandboxRequest(sync, actions.attempt);
  if (actions.createSandbox) return createSandbox(sync, request);
  if ('problem' in request) return { problem: { reason: 'ConfigPodSandboxError', message: request.problem } };
  const ips = hostIps(sync) ?? sync.status.ips;
  return { sandbox: { sandboxId: actions.sandboxId, sandboxConfig: request.value.config, ips } };
}

function startsAnything(actions: PodActions): boolean {
  const { ephemeralContainersToStart, initContainersToStart, containersToStart } = actions;
  return ephemeralContainersToStart.length + initContainersToStart.length + containersToStart.length > 0;
}

function sandboxRequest(sync: PodSync, attempt: number): Resolution<SandboxRequest> {
  const { ctx, pod, uid } = sync;
  const { facts, traits, node, idRanges } = ctx;
  const handler = runtimeHandlerOf(sync);
  if ('problem' in handler) return handler;
  const features = ctx.runtimeInfo().handlers.get(handler.value);
  const config = resolvedBy(() =>
    sandboxConfig({
      pod,
      uid,
      attempt,
      facts,
      traits,
      podLogsDir: node.podLogsDir,
      userNamespace: ownIds(pod, uid, { idRanges, features }),
    }),
  );
  return 'problem' in config ? config : { value: { config: config.value, handler: handler.value } };
}
