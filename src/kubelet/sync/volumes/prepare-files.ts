// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import type { Device, Mount, PodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import { devices } from '../../config/container/devices.js';
import { environment } from '../../config/container/environment.js';
import { mounts, wantsHosts, type MountsInput } from '../../config/container/mounts.js';
import { podDir } from '../../config/sandbox/pod-paths.js';
import type { Resolution } from '../../config/resolved.js';
import { idRangeOf } from '../../config/security/user-namespace.js';
import { logDirectory } from '../../config/sandbox/sandbox-config.js';
import type { Problem } from '../../decide/report/pod-controller.js';
import { errorMessage } from '#base/text/error-message.js';
import { runtimeHandlerOf } from '../runtime-handler.js';
import type { PodSync } from '../../context/kubelet-context.js';
import { readEnvFiles } from './env-files.js';
import { writeHosts } from './hosts.js';
import { linkSubPaths } from './link-sub-paths.js';

/** kuberuntime_sandbox.go, createPodSandbox: the log directory of the pod. */
export async function preparePodFiles({ ctx: { node }, pod, uid }: PodSync): Promise<Problem | undefined> {
  try {
    await node.makeDir(logDirectory(node.podLogsDir, pod, uid), 0o755);
    return undefined;
  } catch (cause) {
    return { reason: 'CreatePodSandboxError', message: errorMessage(cause) };
  }
}

export interface FileContext {
  readonly ips: readonly string[];
  readonly sandboxConfig: PodSandboxConfig;
  /** Pulled images, by the name of their image volume. */
  readonly imageVolumes?: ReadonlyMap<string, string>;
}

export interface PreparedFiles {
  readonly variables: ReadonlyMap<string, string>;
  readonly mounts: readonly Mount[];
  readonly devices: readonly Device[];
}

/** kubelet_pods.go, GenerateRunContainerOptions: the variables, mounts and files of one instance. */
export async function prepareContainerFiles(
  sync: PodSync,
  container: Container,
  surroundings: FileContext,
): Promise<Resolution<PreparedFiles>> {
  try {
    return await prepared(sync, container, surroundings);
  } catch (cause) {
    return { problem: errorMessage(cause) };
  }
}

async function prepared(
  sync: PodSync,
  container: Container,
  { ips, sandboxConfig, imageVolumes = new Map() }: FileContext,
): Promise<Resolution<PreparedFiles>> {
  const { pod, uid, ctx } = sync;
  const { node, facts, objects, traits } = ctx;
  const envFiles = await readEnvFiles(sync, container);
  const variables = environment({ pod, uid, container, ips, facts, objects, traits, envFiles });
  if ('problem' in variables) return variables;
  await node.makeDir(`${logDirectory(node.podLogsDir, pod, uid)}/${container.name}`, 0o755);
  const input: MountsInput = {
    pod,
    uid,
    container,
    ips,
    traits,
    imageVolumes,
    rootDir: node.rootDir,
    seLinux: facts.seLinux,
    variables: variables.value,
    terminationLog: await terminationLog(sync, container),
    userNamespace: idRangeOf(sandboxConfig),
    recursiveReadOnlyMounts: handlerMountsReadOnlyDown(sync),
  };
  const asked = mounts(input);
  if ('problem' in asked) return asked;
  const unlinked = await linkSubPaths(sync, input);
  if (unlinked) return unlinked;
  if (wantsHosts(input)) await writeHosts(sync, ips);
  const made = devices({ ...input, objects });
  return { value: { variables: variables.value, mounts: asked.value, devices: made } };
}

/**
 * kuberuntime_container.go, makeMounts: a new file for every instance. If it cannot be made, the container
 * starts without one.
 */
async function terminationLog(
  { ctx: { node }, uid }: PodSync,
  { name, terminationMessagePath = '' }: Container,
): Promise<string | undefined> {
  if (terminationMessagePath === '') return undefined;
  const dir = `${podDir(node.rootDir, uid)}/containers/${name}`;
  const path = `${dir}/${randomBytes(4).toString('hex')}`;
  try {
    await node.makeDir(dir, 0o750);
    await node.writeFile(path, '', 0o666);
    return path;
  } catch {
    return undefined;
  }
}

function handlerMountsReadOnlyDown(sync: PodSync): boolean {
  const handler = runtimeHandlerOf(sync);
  const { handlers } = sync.ctx.runtimeInfo();
  return 'value' in handler && handlers.get(handler.value)?.recursiveReadOnlyMounts === true;
}
