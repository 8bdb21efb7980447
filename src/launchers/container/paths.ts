// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { join } from 'node:path';

export interface ContainerPaths {
  /** For the image's own use. */
  readonly data: string;
  readonly socket: string;
  readonly cni: string;
  readonly log: string;
  /** The container's own program. */
  readonly keepalive: string;
}

/** Paths of a runtime in a container, the same inside and outside. */
export function containerPaths(directory: string): ContainerPaths {
  return {
    data: join(directory, 'data'),
    socket: join(directory, 'cri.sock'),
    cni: join(directory, 'net.d'),
    log: join(directory, 'runtime.log'),
    keepalive: join(directory, 'keepalive'),
  };
}

/** A name for the container and the image of this directory. */
export function nameFor(directory: string): string {
  return `criprobe-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
}
