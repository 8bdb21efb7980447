// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { Intervention } from './hearing-client.js';

/** A runtime and what can happen to it. */
export interface ControlledRuntime {
  readonly cri: CriClient;
  /** Where the recording overrides the runtime. */
  readonly intervene: Intervention;
  /** Sends KILL to the container's first process. */
  killContainer(id: string): Promise<void>;
  /** Sends KILL to the process that holds the sandbox; its containers go on. */
  killSandbox(id: string): Promise<void>;
  /** Kills its daemon; what runs in pods goes on. */
  killRuntime(): Promise<void>;
  startRuntime(): Promise<void>;
  close(): Promise<void>;
}
