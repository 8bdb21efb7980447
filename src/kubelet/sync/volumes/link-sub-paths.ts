// SPDX-License-Identifier: Apache-2.0
import type { MountsInput } from '../../config/container/mounts.js';
import { subPathFile } from '../../config/sandbox/pod-paths.js';
import { subPathOf } from '../../config/container/sub-path.js';
import type { NodeFiles } from '../../context/node-files.js';
import { isOnHost, volumePath } from '../../config/container/volume-paths.js';
import type { PodSync } from '../../context/kubelet-context.js';

/**
 * pkg/volume/util/subpath/subpath_linux.go, PrepareSafeSubpath. A kubelet makes bind mounts; we make links,
 * which need no unmounting if we are killed.
 */
export async function linkSubPaths(
  { ctx: { node } }: PodSync,
  input: MountsInput,
): Promise<{ readonly problem: string } | undefined> {
  for (const [at, mount] of (input.container.volumeMounts ?? []).entries()) {
    const subPath = subPathOf(mount, input.variables);
    if ('problem' in subPath) return subPath;
    if (subPath.value === '' || input.imageVolumes.has(mount.name)) continue;
    const volume = volumePath(input, mount.name);
    const target = await insideVolume(
      isOnHost(input.pod, mount.name) ? node.host : node,
      volume,
      subPath.value,
    );
    if (target === undefined) {
      return {
        problem: `failed to prepare subPath for volumeMount "${mount.name}" of container "${input.container.name}"`,
      };
    }
    const place = { volume: mount.name, container: input.container.name, at };
    await node.link(target, subPathFile(input, place));
  }
  return undefined;
}

/**
 * pkg/volume/util/subpath/subpath_linux.go, SafeMakeDir: creates the path with the mode of the volume.
 * Undefined: it would be outside the volume.
 */
async function insideVolume(
  node: Pick<NodeFiles['host'], 'realPath' | 'linkTarget' | 'look' | 'makeDir'>,
  volume: string,
  subPath: string,
): Promise<string | undefined> {
  const root = await node.realPath(volume);
  if (root === undefined) return undefined;
  let here = root;
  for (const step of subPath.split('/').filter((name) => name !== '' && name !== '.')) {
    const next = `${here}/${step}`;
    if ((await node.linkTarget(next)) === undefined && !(await node.look(next))) {
      const { mode = 0o750 } = (await node.look(root)) ?? {};
      await node.makeDir(next, mode);
    }
    const real = await node.realPath(next);
    if (real === undefined || (real !== root && !real.startsWith(`${root}/`))) return undefined;
    here = real;
  }
  return here;
}
