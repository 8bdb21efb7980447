// SPDX-License-Identifier: Apache-2.0
import type { PodSandbox, PodSandboxState, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { Sandbox } from './sandbox.js';

const stateOf = (sandbox: Sandbox): PodSandboxState | undefined =>
  sandbox.isReady ? undefined : 'SANDBOX_NOTREADY';

export const sandboxState = (sandbox: Sandbox): PodSandboxState => stateOf(sandbox) ?? 'SANDBOX_READY';

export function sandboxItem(sandbox: Sandbox): PodSandbox {
  const { labels, annotations } = sandbox.config;
  return {
    id: sandbox.id,
    metadata: sandbox.metadata,
    state: stateOf(sandbox),
    created_at: String(sandbox.createdAt),
    labels,
    annotations,
    runtime_handler: sandbox.runtimeHandler === '' ? undefined : sandbox.runtimeHandler,
  };
}

export function sandboxStatus(sandbox: Sandbox): PodSandboxStatus {
  const options = sandbox.config.linux?.security_context?.namespace_options ?? {};
  return {
    ...sandboxItem(sandbox),
    ...(sandbox.address !== undefined && { network: sandbox.isReady ? { ip: sandbox.address } : {} }),
    linux: { namespaces: { options } },
  };
}
