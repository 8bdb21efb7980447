// SPDX-License-Identifier: Apache-2.0
import type { NodeFiles } from '../../context/node-files.js';

type Files = Pick<NodeFiles, 'list' | 'look' | 'setGroup' | 'setMode'>;

interface Giving {
  /** The fsGroup of the pod; undefined: nothing is given. */
  readonly gid: number | undefined;
  /** Containers cannot write there anyway. */
  readonly readOnly: boolean;
}

/**
 * The volume and all in it belong to the group, which may do what the containers may; new files inherit the group. A
 * link is left as it is: what it leads to is in the volume, or is not to be given away.
 */
export async function giveToGroup(node: Files, path: string, { gid, readOnly }: Giving): Promise<void> {
  if (gid === undefined) return;
  const found = await node.look(path);
  if (found?.kind !== 'directory' && found?.kind !== 'file') return;
  const isDir = found.kind === 'directory';
  if (isDir) {
    for (const name of await node.list(path)) {
      await giveToGroup(node, `${path}/${name}`, { gid, readOnly });
    }
  }
  await node.setGroup(path, gid);
  await node.setMode(path, found.mode | (readOnly ? 0o440 : 0o660) | (isDir ? 0o2110 : 0));
}
