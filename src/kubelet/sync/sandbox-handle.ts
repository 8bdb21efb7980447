// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxConfig } from '#cri/proto/generated/messages.js';

/** The sandbox that containers are started in. */
export interface SandboxHandle {
  readonly sandboxId: string;
  readonly sandboxConfig: PodSandboxConfig;
  readonly ips: readonly string[];
  /** Pulled images, by the name of their image volume. */
  readonly imageVolumes?: ReadonlyMap<string, string>;
}
