// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import type { Daemon } from '../daemon.js';
import { launchFailure } from '../launch-failure.js';
import { startProcessGroup, type ProcessCommand, type ProcessGroup } from './process-group.js';
import { waitUntilEnded } from './wait-until-ended.js';
import { waitUntilReady } from './wait-until-ready.js';

/** What to run on a start of the daemon. */
export interface DaemonProgram {
  /** `containerd 2.1.9`, for messages. */
  readonly name: string;
  readonly command: ProcessCommand;
}

export interface SpawnedDaemonOptions {
  /** `unix:///path`, the same for every version of the program. */
  readonly endpoint: string;
  /** Time limit for a start and for a stop. */
  readonly withinMs: number;
  readonly interrupted?: AbortSignal | undefined;
  readonly leaves: (step: CleanupStep) => void;
  /** Rewrites the configuration for the binaries in that directory; returns what the next start runs. */
  readonly replace: (directory: string | undefined) => Promise<DaemonProgram>;
}

/**
 * A daemon that we start ourselves. Signals go to its process only, never to its group: shims and monitors go
 * on.
 */
export class SpawnedDaemon implements Daemon {
  readonly #options: SpawnedDaemonOptions;
  #program: DaemonProgram;
  #group: ProcessGroup | undefined;

  constructor(program: DaemonProgram, options: SpawnedDaemonOptions) {
    this.#program = program;
    this.#options = options;
  }

  lacks(): undefined {
    return undefined;
  }

  async start(): Promise<void> {
    const { name, command } = this.#program;
    const logFrom = sizeOf(command.logFile);
    try {
      const group = this.#running() ?? (await startProcessGroup(command));
      this.#group = group;
      // A daemon that exited at once has no start time, and leaves nothing.
      if (group.step.startTicks !== '') this.#options.leaves(group.step);
      const { endpoint, withinMs, interrupted } = this.#options;
      await waitUntilReady(endpoint, { withinMs, interrupted, ended: () => group.ended() });
    } catch (error) {
      throw launchFailure(error, { runtime: name, logFile: command.logFile, logFrom });
    }
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  crash(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async replace(directory: string | undefined): Promise<void> {
    this.#program = await this.#options.replace(directory);
  }

  #running(): ProcessGroup | undefined {
    return this.#group?.ended() === undefined ? this.#group : undefined;
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const group = this.#running();
    if (group === undefined) return;
    group.signal(signal);
    const { name, command } = this.#program;
    const likely = 'it waits for a call that does not return, or hangs in the kernel';
    const ending = { name, pid: group.pid, signal, withinMs: this.#options.withinMs, likely };
    await waitUntilEnded({ ...ending, logFile: command.logFile }, () => group.ended() !== undefined);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
