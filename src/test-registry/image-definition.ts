// SPDX-License-Identifier: Apache-2.0
import type { LayerEntry } from './layer.js';

/** The part of an image's configuration that affects a runtime, in the names of the OCI image format. */
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
  /** In addition to the base configuration: the program as entrypoint, and PATH. */
  readonly config?: ImageConfig;
  /** In addition to the base layers. */
  readonly layers?: readonly (readonly LayerEntry[])[];
  /** Default: an index of all architectures; `single`: a manifest for this machine only. */
  readonly shape?: 'index' | 'single';
}
