// SPDX-License-Identifier: Apache-2.0
import type { LaunchOptions } from '../launcher.js';
import { containerPaths } from './paths.js';

/** The environment of an image with a runtime, as docs/managed-containers.md promises it. */
export function environmentFor(
  options: Pick<LaunchOptions, 'directory' | 'registry' | 'sandboxImage' | 'mirrored'>,
): Record<string, string> {
  const paths = containerPaths(options.directory);
  return {
    CRIPROBE_SOCKET: paths.socket,
    CRIPROBE_DIRECTORY: paths.data,
    CRIPROBE_CNI: paths.cni,
    CRIPROBE_REGISTRY: options.registry,
    CRIPROBE_MIRRORED: (options.mirrored ?? []).join(' '),
    CRIPROBE_SANDBOX_IMAGE: options.sandboxImage,
  };
}
