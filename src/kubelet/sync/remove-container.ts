// SPDX-License-Identifier: Apache-2.0
import { basename, dirname } from 'node:path';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { isFileName, logLinkName, ownerByLabels } from './log-links.js';
import { isAskedLog } from './asked-logs.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { validContainerStatus } from '../context/valid-status.js';

type RemovalContext = Pick<KubeletContext, 'call' | 'node' | 'note'>;

/**
 * kuberuntime_container.go, removeContainer: reads the container twice (for its logs and for their link),
 * then removes it. True: it is removed.
 */
export async function removeContainer(ctx: RemovalContext, id: string): Promise<boolean> {
  const { call, node } = ctx;
  const first = await read(ctx, id);
  if (!first || !(await removeLogs(ctx, id, first.log_path ?? ''))) return false;
  const second = await read(ctx, id);
  if (!second || !(await removeLink(node, id, second))) return false;
  const removed = await call('RemoveContainer', { container_id: id });
  return removed.ok;
}

async function read({ call }: RemovalContext, id: string): Promise<ContainerStatus | undefined> {
  const answer = await call('ContainerStatus', { container_id: id });
  return answer.ok && validContainerStatus(answer.response.status) ? answer.response.status : undefined;
}

/** kuberuntime_container.go, removeContainerLog: the log and its rotated parts, if we asked for it. */
async function removeLogs({ node, note }: RemovalContext, id: string, path: string): Promise<boolean> {
  if (!isAskedLog(node, path)) {
    if (path !== '') note('log not removed: we asked for no log there', { id, path });
    return true;
  }
  const dir = dirname(path);
  const log = basename(path);
  const names = (await node.list(dir)).filter((name) => name === log || name.startsWith(`${log}.`));
  return allDone(names.map((name) => node.remove(`${dir}/${name}`)));
}

async function removeLink(
  node: KubeletContext['node'],
  id: string,
  { labels }: ContainerStatus,
): Promise<boolean> {
  const name = logLinkName(ownerByLabels(id, labels));
  return !isFileName(id) || name.includes('/') || allDone([node.remove(`${node.containerLogsDir}/${name}`)]);
}

async function allDone(work: readonly Promise<void>[]): Promise<boolean> {
  const ends = await Promise.allSettled(work);
  return ends.every(({ status }) => status === 'fulfilled');
}
