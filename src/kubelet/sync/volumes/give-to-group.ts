// SPDX-License-Identifier: Apache-2.0
import type { NodeFiles } from '../../context/node-files.js';

type Files = Pick<NodeFiles, 'list' | 'look' | 'setGroup' | 'setMode'>;

interface Ownership {
  /** The fsGroup of the pod; undefined: the volume stays as it is. */
  readonly gid: number | undefined;
  /** Containers only read the volume. */
  readonly readOnly: boolean;
}

/**
 * pkg/volume/volume_linux.go, changeFilePermission: gives the volume to the fsGroup, with the group bit set
 * on directories. Links are skipped.
 */
export async function giveToGroup(node: Files, path: string, { gid, readOnly }: Ownership): Promise<void> {
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
