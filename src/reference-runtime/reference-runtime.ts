// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import { serveCri, type CriServer } from '#cri/server/server.js';
import { checkpointHandlers } from './rpc/checkpoint-handlers.js';
import { containerHandlers } from './rpc/container-handlers.js';
import { createWorld } from './create-world.js';
import { execHandlers } from './rpc/exec-handlers.js';
import { imageHandlers } from './rpc/image-handlers.js';
import { livingProcesses, type LivingProcesses } from './container/living-processes.js';
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
  /** Things that happen to a runtime without anybody calling it. */
  readonly accidents: ReferenceAccidents;
  readonly processes: LivingProcesses;
  /** The daemon ends and takes with it what it had under way; pods go on. No method answers until it is back. */
  leave(): Promise<void>;
  comeBack(): void;
  /** Ends every process; no timer, socket or listener is left. */
  close(): Promise<void>;
}

export interface ReferenceAccidents {
  /** Somebody on the node sends a signal to the container's first process. */
  signalContainer(containerId: string, signal: number): void;
  /** The sandbox dies, and what runs in it. */
  killSandbox(podSandboxId: string): void;
  /** The process that holds the sandbox dies; its containers go on. */
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
  /** The daemon ends in order: streams end, calls under way are refused, the socket goes. Its pods go on. */
  stop(): Promise<void>;
  /** As `kill -9` ends it: connections break, and the socket's file stays behind. Its pods go on. */
  crash(): Promise<void>;
  /** The daemon again, on the same socket, with what it had. */
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
