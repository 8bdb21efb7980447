// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { ImageSeed } from './image/synthetic-image.js';
import type { NamedProgram } from './process/program-table.js';

export interface ReferenceRuntimeOptions {
  /** The version to report; semver. */
  readonly version?: string;
  /** Override or extend the built-in programs. */
  readonly programs?: readonly NamedProgram[];
  /** Present from the start, without a registry. */
  readonly images?: readonly ImageSeed[];
  /** Pulls synthesize images: any without a registry on loopback, or exactly these. */
  readonly allowAnyImage?: boolean | readonly string[];
  /** Pulled if missing, and pinned. Absent: a built-in one. */
  readonly sandboxImage?: string;
  /** Accepted besides the default one. */
  readonly runtimeHandlers?: readonly string[];
  /** An existing directory, reported as the file system of images and containers. */
  readonly root?: string;
  readonly clock?: Clock;
  /** Wall clock in milliseconds since 1970. */
  readonly nowMs?: () => number;
  /** No container process exits earlier: a real one takes time to load and to be reaped. */
  readonly minimumLifeMs?: number;
  /** A pull without progress for this long is given up. */
  readonly pullIdleMs?: number;
}
