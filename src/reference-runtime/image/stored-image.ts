// SPDX-License-Identifier: Apache-2.0
import type { SeedFile } from '../files/memory-tree.js';

/** The part of an image's configuration that a runtime applies. */
export interface StoredImageConfig {
  readonly Entrypoint?: readonly string[] | null;
  readonly Cmd?: readonly string[] | null;
  readonly Env?: readonly string[] | null;
  readonly WorkingDir?: string;
  readonly User?: string;
  readonly StopSignal?: string;
  readonly Volumes?: Readonly<Record<string, unknown>> | null;
  readonly Labels?: Readonly<Record<string, string>> | null;
}

/** Its files; `unknown`: any program may exist in it. */
export type ImageContent = ReadonlyMap<string, SeedFile> | 'unknown';

export interface NewImage {
  /** Digest of the configuration. */
  readonly id: string;
  readonly size: number;
  readonly config: StoredImageConfig;
  readonly content: ImageContent;
  readonly pinned: boolean;
}

export interface StoredImage extends NewImage {
  readonly repoTags: ReadonlySet<string>;
  readonly repoDigests: ReadonlySet<string>;
}
