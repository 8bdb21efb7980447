// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxConfig } from '#cri/proto/generated/messages.js';

/** Where containers are started. */
export interface SandboxHandle {
  readonly sandboxId: string;
  readonly sandboxConfig: PodSandboxConfig;
  readonly ips: readonly string[];
  /** What was pulled for image volumes, by the name of the volume. */
  readonly imageVolumes?: ReadonlyMap<string, string>;
}
