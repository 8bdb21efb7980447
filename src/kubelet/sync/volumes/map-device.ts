// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import type { Volume } from '#pod/volume.js';
import { blockVolume, deviceLink } from '../../config/container/devices.js';
import type { PodSync } from '../../context/kubelet-context.js';

/** pkg/volume/util/volumepathhandler/volume_path_handler_linux.go, mapSymlinkDevice: a link to the device. */
export async function mapDevice(
  { pod, uid, ctx: { node, objects } }: PodSync,
  volume: Volume,
): Promise<{ readonly problem: string } | undefined> {
  const block = blockVolume(volume, pod, objects);
  if (block === undefined) return { problem: 'the claim is not bound to a local block volume' };
  if ((await node.host.look(block.path))?.kind !== 'block device')
    return { problem: `${block.path} is not a block device` };
  const link = deviceLink({ rootDir: node.rootDir, uid }, block);
  await node.makeDir(dirname(link), 0o750);
  await node.link(block.path, link);
  return undefined;
}
