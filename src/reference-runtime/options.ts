// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { ImageSeed } from './image/synthetic-image.js';
import type { NamedProgram } from './process/program-table.js';

export interface ReferenceRuntimeOptions {
  /** What `Version` tells; semver. */
  readonly version?: string;
  /** Added to the programs it knows, or instead of them. */
  readonly programs?: readonly NamedProgram[];
  /** There from the start, no registry needed. */
  readonly images?: readonly ImageSeed[];
  /** A pull makes up the image: any that no registry on loopback is there for, or exactly these. */
  readonly allowAnyImage?: boolean | readonly string[];
  /** Pulled when missing, and pinned. Absent: a built-in one. */
  readonly sandboxImage?: string;
  /** Accepted besides the default one. */
  readonly runtimeHandlers?: readonly string[];
  /** A directory that exists; image and container file systems are said to be there. */
  readonly root?: string;
  readonly clock?: Clock;
  /** Wall clock in milliseconds since 1970. */
  readonly nowMs?: () => number;
  /** No container's process ends by itself earlier: a real one needs time to load and to be reaped. */
  readonly minimumLifeMs?: number;
  /** A pull that stands still for so long is given up. */
  readonly pullIdleMs?: number;
}
