// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import { serveCri, type CriServer } from '#cri/server/server.js';
import { checkpointHandlers } from './rpc/checkpoint-handlers.js';
import { containerHandlers } from './rpc/container-handlers.js';
import { createWorld } from './create-world.js';
import { execHandlers } from './rpc/exec-handlers.js';
import { imageHandlers } from './rpc/image-handlers.js';
import { livingProcesses, type LivingProcesses } from './sandbox/living-processes.js';
import type { ReferenceRuntimeOptions } from './options.js';
import { runtimeHandlers } from './rpc/runtime-handlers.js';
import { sandboxHandlers } from './rpc/sandbox-handlers.js';
import { loseSandboxProcess, stopSandbox } from './sandbox/sandbox-life.js';
import { statsHandlers } from './rpc/stats-handlers.js';
import { streamingHandlers } from './rpc/streaming-handlers.js';
import { StreamingServer } from './streaming/streaming-server.js';
import { containerOf, sandboxOf } from './world.js';

export interface ReferenceRuntime {
  /** All 43 methods. */
  readonly handlers: Required<CriHandlers>;
  /** Events that no call causes. */
  readonly accidents: ReferenceAccidents;
  readonly processes: LivingProcesses;
  /** Stops the daemon with all calls in flight; pods go on. No method answers until it is back. */
  leave(): Promise<void>;
  comeBack(): void;
  /** Ends every process; no timer, socket or listener remains. */
  close(): Promise<void>;
}

export interface ReferenceAccidents {
  /** Sends a signal to the container's first process, as from the node. */
  signalContainer(containerId: string, signal: number): void;
  /** Kills the sandbox, with everything in it. */
  killSandbox(podSandboxId: string): void;
  /** Kills the process that holds the sandbox; its containers go on. */
  killSandboxProcess(podSandboxId: string): void;
}

export function createReferenceRuntime(options: ReferenceRuntimeOptions = {}): ReferenceRuntime {
  const world = createWorld(options);
  const streaming = new StreamingServer(world.clock);
  const leave = async (): Promise<void> => {
    await Promise.all([world.life.end(), streaming.close()]);
  };
  return {
    handlers: world.life.bind({
      ...runtimeHandlers(world),
      ...sandboxHandlers(world),
      ...containerHandlers(world),
      ...execHandlers(world),
      ...streamingHandlers(world, streaming),
      ...imageHandlers(world),
      ...statsHandlers(world),
      ...checkpointHandlers(world),
    }),
    accidents: {
      signalContainer: (id, signal) => {
        containerOf(world, id).main?.deliver(signal);
      },
      killSandbox: (id) => {
        stopSandbox(world, sandboxOf(world, id));
      },
      killSandboxProcess: (id) => {
        loseSandboxProcess(world, sandboxOf(world, id));
      },
    },
    processes: livingProcesses(world),
    leave,
    comeBack: () => {
      world.life.begin();
    },
    close: () => {
      const left = leave();
      for (const sandbox of world.sandboxes.values()) stopSandbox(world, sandbox);
      return left;
    },
  };
}

export interface ServeReferenceOptions extends ReferenceRuntimeOptions {
  /** Path of the socket. */
  readonly listen: string;
}

export interface ServedReferenceRuntime extends AsyncDisposable {
  readonly endpoint: string;
  readonly accidents: ReferenceAccidents;
  readonly processes: LivingProcesses;
  /** Stops gracefully: streams end, calls in flight are refused, the socket is removed. Pods go on. */
  stop(): Promise<void>;
  /** Crashes as on `kill -9`: connections break, and the socket's file remains. Pods go on. */
  crash(): Promise<void>;
  /** Starts the daemon again, on the same socket, with its state. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function serveReferenceRuntime({
  listen,
  ...options
}: ServeReferenceOptions): Promise<ServedReferenceRuntime> {
  const runtime = createReferenceRuntime(options);
  const serve = (): Promise<CriServer> => serveCri({ handlers: runtime.handlers, listen });
  const first = await serve();
  let server: CriServer | undefined = first;
  const end = async (how: 'close' | 'drain' | 'breakOff', after: () => Promise<void>): Promise<void> => {
    const ended = server?.[how]();
    server = undefined;
    await Promise.all([after(), ended]);
  };
  const close = (): Promise<void> => end('close', () => runtime.close());
  return {
    endpoint: first.endpoint,
    accidents: runtime.accidents,
    processes: runtime.processes,
    stop: () => end('drain', () => runtime.leave()),
    crash: () => end('breakOff', () => runtime.leave()),
    start: async () => {
      if (server !== undefined) return;
      runtime.comeBack();
      server = await serve();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
