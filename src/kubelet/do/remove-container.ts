// SPDX-License-Identifier: Apache-2.0
import { basename, dirname } from 'node:path';
import type { ContainerStatus } from '#cri/generated/messages.js';
import { isBelow, logLinkName, namedByLabels } from './log-links.js';
import type { Hands } from './sync-context.js';
import { validContainerStatus } from './valid-status.js';

type Removing = Pick<Hands, 'call' | 'node'>;

/** Reads the container twice, for its log files and for the link to them, then removes it. True: it is gone now. */
export async function removeContainer(hands: Removing, id: string): Promise<boolean> {
  const { call, node } = hands;
  const first = await read(hands, id);
  if (!first || !(await removeLogs(node, first.log_path ?? ''))) return false;
  const second = await read(hands, id);
  if (!second || !(await removeLink(node, id, second))) return false;
  const removed = await call('RemoveContainer', { container_id: id });
  return removed.ok;
}

async function read({ call }: Removing, id: string): Promise<ContainerStatus | undefined> {
  const answer = await call('ContainerStatus', { container_id: id });
  return answer.ok && validContainerStatus(answer.response.status) ? answer.response.status : undefined;
}

/** The log and its rotated parts. Only below our own log directory: the path comes from the runtime. */
async function removeLogs(node: Hands['node'], path: string): Promise<boolean> {
  if (!isBelow(node.podLogsDir, path)) return true;
  const dir = dirname(path);
  const names = (await node.list(dir)).filter((name) => name.startsWith(basename(path)));
  return allDone(names.map((name) => node.remove(`${dir}/${name}`)));
}

async function removeLink(node: Hands['node'], id: string, { labels }: ContainerStatus): Promise<boolean> {
  const name = logLinkName(namedByLabels(id, labels));
  return name.includes('/') || allDone([node.remove(`${node.containerLogsDir}/${name}`)]);
}

async function allDone(work: readonly Promise<void>[]): Promise<boolean> {
  const ends = await Promise.allSettled(work);
  return ends.every(({ status }) => status === 'fulfilled');
}
