// SPDX-License-Identifier: Apache-2.0
import { readFileSync, statSync } from 'node:fs';
import type { Daemon, DaemonAct } from '../daemon.js';
import { launchFailure, NotReady } from '../launch-failure.js';
import { waitUntilEnded } from '../private/wait-until-ended.js';
import { waitUntilReady } from '../private/wait-until-ready.js';
import { refusedPrivileges } from './refused-privileges.js';
import { startRuntime, type RuntimeProcess, type RuntimeStart } from './runtime-in-container.js';
import type { Engine } from './testcontainers.js';

export interface DaemonInContainerOptions extends RuntimeStart {
  /** `the runtime of image x`, for messages. */
  readonly name: string;
  readonly endpoint: string;
  /** Time limit for a start and for a stop. */
  readonly withinMs: number;
  readonly interrupted?: AbortSignal | undefined;
}

/** A runtime in a container that stays when the runtime stops: the processes of its pods live next to it. */
export class DaemonInContainer implements Daemon {
  readonly #engine: Engine;
  readonly #options: DaemonInContainerOptions;
  #process: RuntimeProcess | undefined;

  constructor(engine: Engine, options: DaemonInContainerOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  lacks(act: DaemonAct): string | undefined {
    return act === 'replace'
      ? 'its binaries are part of the image; --managed containerd@<directory> and crio@<directory> can change theirs'
      : undefined;
  }

  async start(): Promise<void> {
    const { name, logFile } = this.#options;
    const logFrom = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    try {
      if (this.#process?.isAlive() !== true) this.#process = await startRuntime(this.#engine, this.#options);
      await this.#untilReady(this.#process);
    } catch (error) {
      const output = error instanceof Error ? `${error.message}\n${textFrom(logFile, logFrom)}` : '';
      throw refusedPrivileges(output, error) ?? launchFailure(error, { runtime: name, logFile, logFrom });
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

  replace(): Promise<void> {
    return Promise.reject(new Error(this.lacks('replace')));
  }

  async #untilReady(process: RuntimeProcess): Promise<void> {
    const { endpoint, withinMs, interrupted } = this.#options;
    const gone = 'an exit code that is still unknown';
    const ended = (): string | undefined => (process.isAlive() ? undefined : gone);
    await waitUntilReady(endpoint, { withinMs, interrupted, ended }).catch(async (error: unknown) => {
      throw process.isAlive() ? error : new NotReady(`it ended with ${await process.ending()}`);
    });
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    process.signal(signal);
    const { name, withinMs, logFile } = this.#options;
    const likely = 'it waits for a call that does not return, or the entrypoint does not exec the runtime';
    const ending = { name, pid: process.pid, signal, withinMs, logFile, likely };
    await waitUntilEnded(ending, () => !process.isAlive());
  }
}

function textFrom(file: string, from: number): string {
  try {
    return readFileSync(file).subarray(from).toString();
  } catch {
    return '';
  }
}
