// SPDX-License-Identifier: Apache-2.0
import type { FilesystemUsage } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';
import { parseInt64 } from '#evidence/timestamps.js';

export interface DiskUsage {
  readonly bytes: bigint;
  readonly inodes: bigint;
  /** 0: not measured yet. */
  readonly time: bigint;
}

export function diskUsage(usage: FilesystemUsage | undefined): DiskUsage {
  return {
    bytes: parseInt64(usage?.used_bytes?.value),
    inodes: parseInt64(usage?.inodes_used?.value),
    time: parseInt64(usage?.timestamp),
  };
}

/**
 * A runtime that we start has our mounts, unless it runs in a container, and nothing but our images. An existing one
 * may have others.
 */
export const isPrivate = ({ header }: Evidence): boolean =>
  /private, with its own|embedded reference/.test(header.target.launcher);
