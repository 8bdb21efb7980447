// SPDX-License-Identifier: Apache-2.0
import { basename, dirname } from 'node:path';
import type { Hands } from './sync-context.js';

/** Reads the container twice, for its log files and its symlink, then removes it. True: it is gone now. */
export async function removeContainer(
  { call, node }: Pick<Hands, 'call' | 'node'>,
  id: string,
): Promise<boolean> {
  const first = await call('ContainerStatus', { container_id: id });
  if (!first.ok || !first.response.status) return false;
  await removeLogs(node, first.response.status.log_path ?? '');
  const second = await call('ContainerStatus', { container_id: id });
  if (!second.ok || !second.response.status) return false;
  const removed = await call('RemoveContainer', { container_id: id });
  return removed.ok;
}

/** The log and its rotated parts. Only below our own log directory: the path comes from the runtime. */
async function removeLogs(node: Hands['node'], path: string): Promise<void> {
  if (!path.startsWith(`${node.podLogsDir}/`) || path.includes('/../')) return;
  const dir = dirname(path);
  const names = (await node.list(dir)).filter((name) => name.startsWith(basename(path)));
  for (const name of names) await node.remove(`${dir}/${name}`);
}
