// SPDX-License-Identifier: Apache-2.0
import type { LayerEntry } from './layer.js';

/** The part of an image's configuration that a runtime acts on, in the names of the OCI image format. */
export interface ImageConfig {
  readonly User?: string;
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
  readonly StopSignal?: string;
  readonly Volumes?: Readonly<Record<string, Record<string, never>>>;
  readonly ExposedPorts?: Readonly<Record<string, Record<string, never>>>;
  readonly Labels?: Readonly<Record<string, string>>;
}

export interface ImageDefinition {
  readonly repository: string;
  /** All of them name the same image. */
  readonly tags: readonly string[];
  /** On top of what all images have: the program as entrypoint, and PATH. */
  readonly config?: ImageConfig;
  /** On top of the layers that all images have. */
  readonly layers?: readonly (readonly LayerEntry[])[];
  /** An index of all architectures unless said otherwise; `single` is a manifest for this machine alone. */
  readonly shape?: 'index' | 'single';
}
