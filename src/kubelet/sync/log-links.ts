// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { containerNameLabel, podNameLabel, podNamespaceLabel } from '#base/pod-labels.js';
import type { KubeletContext } from '../context/kubelet-context.js';

/** kuberuntime/legacy.go, logSymlink: 255 bytes less the suffix. */
const maxNameLength = 251;

export interface LogOwner {
  readonly podName: string;
  readonly namespace: string;
  readonly container: string;
  readonly id: string;
}

/** kuberuntime/legacy.go, logSymlink. */
export function logLinkName({ podName, namespace, container, id }: LogOwner): string {
  return `${`${podName}_${namespace}_${container}-${id}`.slice(0, maxNameLength)}.log`;
}

/** kuberuntime/labels.go, getContainerInfoFromLabels. */
export function ownerByLabels(id: string, labels: Readonly<Record<string, string>> = {}): LogOwner {
  return {
    id,
    podName: labels[podNameLabel] ?? '',
    namespace: labels[podNamespaceLabel] ?? '',
    container: labels[containerNameLabel] ?? '',
  };
}

/**
 * kuberuntime_container.go, startContainer: links the log after a start, if the runtime has created it by
 * now.
 */
export async function linkLog(
  { node, note }: Pick<KubeletContext, 'node' | 'note'>,
  owner: LogOwner,
  logPath: string,
): Promise<void> {
  if ((await node.sizeOf(logPath)) === undefined) return;
  const { container, id } = owner;
  const failed = isFileName(id) ? await linked(node, owner, logPath) : 'the id cannot be part of a file name';
  if (failed !== undefined) note('log link failed', { container, id, message: failed });
}

/** Returns the error. */
async function linked(
  node: KubeletContext['node'],
  owner: LogOwner,
  logPath: string,
): Promise<string | undefined> {
  return node
    .link(logPath, `${node.containerLogsDir}/${logLinkName(owner)}`)
    .then(() => undefined, errorMessage);
}

/** Whether a container id can be part of a path. Runtimes choose ids freely. */
export function isFileName(id: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,254}$/.test(id);
}

/**
 * kuberuntime_gc.go, evictPodLogsDirectories: removes dangling links to our logs, unless the container may
 * still write there.
 */
export async function removeDanglingLinks({
  call,
  node,
}: Pick<KubeletContext, 'call' | 'node'>): Promise<void> {
  for (const name of await node.list(node.containerLogsDir)) {
    const path = `${node.containerLogsDir}/${name}`;
    if (!name.endsWith('.log')) continue;
    const target = await node.linkTarget(path);
    if (target === undefined || !target.startsWith(`${node.podLogsDir}/`)) continue;
    if ((await node.look(target)) !== undefined) continue;
    if (!(await mayWriteAgain(call, idIn(name)))) await node.remove(path);
  }
}

async function mayWriteAgain(call: KubeletContext['call'], id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const answer = await call('ContainerStatus', { container_id: id });
  return answer.ok && answer.response.status?.state !== 'CONTAINER_EXITED';
}

/**
 * kuberuntime/legacy.go, getContainerIDFromLegacyLogSymlink: what follows the last dash, at least six
 * characters.
 */
function idIn(name: string): string | undefined {
  const id = name.slice(name.lastIndexOf('-') + 1, -'.log'.length);
  return id.length < 6 ? undefined : id;
}
