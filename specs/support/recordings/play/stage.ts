// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { Intervention } from './hearing-client.js';

/** A runtime and what can happen to it. */
export interface Stage {
  readonly cri: CriClient;
  /** Where the recording knows better than the runtime. */
  readonly intervene: Intervention;
  /** KILL to the container's first process. */
  killContainer(id: string): Promise<void>;
  /** KILL to the process that holds the sandbox; its containers go on. */
  killSandbox(id: string): Promise<void>;
  /** Its daemon; what runs in its pods goes on. */
  killRuntime(): Promise<void>;
  startRuntime(): Promise<void>;
  close(): Promise<void>;
}
