// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig } from '#cri/proto/generated/messages.js';
import type { Container, EphemeralContainer } from '#pod/pod.js';
import { containerConfig } from '../config/container/container-config.js';
import { resolvedBy, type Resolution } from '../config/resolved.js';
import { idRangeOf } from '../config/security/user-namespace.js';
import { newest } from '../decide/report/pod-status.js';
import { rootProblem } from '../config/security/run-as-non-root.js';
import { imageUserStep } from '../images/image-user-step.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { askForLog } from './asked-logs.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { prepareContainerFiles } from './volumes/prepare-files.js';
import { restartCount } from './restart-count.js';
import type { PodSync } from '../context/kubelet-context.js';

export interface ContainerCreation {
  readonly container: Container;
  readonly sandbox: SandboxHandle;
  readonly imageRef: string;
}

/** `logPath` is relative to the log directory of the pod. */
type CreateResult = { readonly id: string; readonly logPath: string } | { readonly problem: Problem };

/** kuberuntime_container.go, startContainer: its steps from the restart count to CreateContainer. */
export async function createContainer(sync: PodSync, creation: ContainerCreation): Promise<CreateResult> {
  const { container, sandbox } = creation;
  const config = await configOf(sync, creation);
  if ('failed' in config) return { problem: config.failed };
  if ('problem' in config) return configProblem(container, config.problem);
  sync.ctx.actuated(sync.uid).containers.set(container.name, container.resources ?? {});
  askForLog(sync.ctx.node, sandbox.sandboxConfig.log_directory, config.value.log_path);
  const answer = await sync.ctx.call('CreateContainer', {
    pod_sandbox_id: sandbox.sandboxId,
    config: config.value,
    sandbox_config: sandbox.sandboxConfig,
  });
  const id = answer.ok ? (answer.response.container_id ?? '') : '';
  if (id !== '') return { id, logPath: config.value.log_path ?? '' };
  const message = answer.ok ? 'the answer names no container' : answer.message;
  return { problem: { reason: 'CreateContainerError', container: container.name, message } };
}

/** `failed`: a step whose error has its own reason. */
async function configOf(
  sync: PodSync,
  { container, sandbox, imageRef }: ContainerCreation,
): Promise<Resolution<ContainerConfig> | { readonly failed: Problem }> {
  const { ctx, pod, uid } = sync;
  const attempt = await restartCount(sync, container);
  const target = targetOf(sync, container);
  if ('problem' in target) return target;
  const files = await prepareContainerFiles(sync, container, sandbox);
  if ('problem' in files) return files;
  const user = await imageUserStep(sync, container);
  if ('problem' in user) return { failed: user.problem };
  const problem = rootProblem(pod, container, user.value);
  if (problem !== undefined) return { problem };
  return resolvedBy(() =>
    containerConfig({
      pod,
      uid,
      container,
      attempt,
      imageRef,
      imageUser: user.value,
      ...files.value,
      facts: ctx.facts,
      traits: ctx.traits,
      rootDir: ctx.node.rootDir,
      targetId: target.value,
      userNamespace: idRangeOf(sandbox.sandboxConfig),
    }),
  );
}

/** kuberuntime_container.go, startContainer: the target of an ephemeral container; undefined: none. */
function targetOf({ status }: PodSync, container: EphemeralContainer): Resolution<string | undefined> {
  const { targetContainerName: name = '' } = container;
  if (name === '') return { value: undefined };
  const found = newest(status.containers, name);
  return found ? { value: found.id ?? '' } : { problem: `unable to find target container ${name}` };
}

function configProblem({ name }: Container, message: string): { readonly problem: Problem } {
  return { problem: { reason: 'CreateContainerConfigError', container: name, message } };
}
