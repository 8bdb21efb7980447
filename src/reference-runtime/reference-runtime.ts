// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/handlers.js';
import { serveCri } from '#cri/server.js';
import { checkpointHandlers } from './checkpoint-handlers.js';
import { containerHandlers } from './container-handlers.js';
import { EventHub } from './event-hub.js';
import { eventHandlers } from './event-handlers.js';
import { execHandlers } from './exec-handlers.js';
import { ImageStore } from './image/image-store.js';
import { parseReference } from './image/reference.js';
import { syntheticImage } from './image/synthetic-image.js';
import { imageHandlers } from './image-handlers.js';
import { AddressPool } from './network/address-pool.js';
import type { ReferenceRuntimeOptions } from './options.js';
import { ProgramTable, type NamedProgram } from './process/program-table.js';
import { realClock } from './real-clock.js';
import { runtimeHandlers } from './runtime-handlers.js';
import { sandboxHandlers } from './sandbox-handlers.js';
import { loseSandboxProcess, stopSandbox } from './sandbox-life.js';
import { statsHandlers } from './stats-handlers.js';
import { streamingHandlers } from './streaming-handlers.js';
import { StreamingServer } from './streaming/streaming-server.js';
import { createWallTime, systemNowMs } from './wall-time.js';
import { containerOf, sandboxOf, type World } from './world.js';

export interface ReferenceRuntime {
  /** All 43 methods. */
  readonly handlers: Required<CriHandlers>;
  /** Things that happen to a runtime without anybody calling it. */
  readonly accidents: Accidents;
  /** Ends every process; no timer, socket or listener is left. */
  close(): Promise<void>;
}

export interface Accidents {
  /** Somebody on the node sends a signal to the container's first process. */
  signalContainer(containerId: string, signal: number): void;
  /** The sandbox dies, and what runs in it. */
  killSandbox(podSandboxId: string): void;
  /** The process that holds the sandbox dies; its containers go on. */
  killSandboxProcess(podSandboxId: string): void;
}

export function createReferenceRuntime(options: ReferenceRuntimeOptions = {}): ReferenceRuntime {
  const closing = new AbortController();
  const world = createWorld(options, closing.signal);
  const streaming = new StreamingServer(world.clock);
  return {
    handlers: {
      ...runtimeHandlers(world),
      ...sandboxHandlers(world),
      ...containerHandlers(world),
      ...execHandlers(world),
      ...streamingHandlers(world, streaming),
      ...imageHandlers(world),
      ...statsHandlers(world),
      ...eventHandlers(world),
      ...checkpointHandlers(world),
    },
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
    close: () => {
      closing.abort();
      for (const sandbox of world.sandboxes.values()) stopSandbox(world, sandbox);
      world.events.close();
      return streaming.close();
    },
  };
}

/** What an image whose content nobody knows runs when it is told nothing. */
const defaultPrograms: readonly NamedProgram[] = [{ name: '/entrypoint', rule: 'ends on SIGTERM' }];

function createWorld(options: ReferenceRuntimeOptions, closed: AbortSignal): World {
  const images = new ImageStore();
  for (const seed of options.images ?? []) {
    const image = syntheticImage(seed);
    images.add(image, parseReference(seed.ref), image.digest);
  }
  return {
    options,
    images,
    closed,
    clock: options.clock ?? realClock,
    now: createWallTime(options.nowMs ?? systemNowMs),
    sandboxes: new Map(),
    containers: new Map(),
    reserved: new Set(),
    events: new EventHub(),
    programs: new ProgramTable([...defaultPrograms, ...(options.programs ?? [])]),
    addresses: new AddressPool(),
  };
}

export interface ServeReferenceOptions extends ReferenceRuntimeOptions {
  /** Path of the socket. */
  readonly listen: string;
}

export interface ServedReferenceRuntime extends AsyncDisposable {
  readonly endpoint: string;
  readonly accidents: Accidents;
  close(): Promise<void>;
}

export async function serveReferenceRuntime({
  listen,
  ...options
}: ServeReferenceOptions): Promise<ServedReferenceRuntime> {
  const runtime = createReferenceRuntime(options);
  const server = await serveCri({ handlers: runtime.handlers, listen });
  const close = async (): Promise<void> => {
    await runtime.close();
    await server.close();
  };
  return { endpoint: server.endpoint, accidents: runtime.accidents, close, [Symbol.asyncDispose]: close };
}
