// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import { serveCri, type CriServer } from '#cri/server/server.js';
import type { Daemon } from '#launchers/daemon.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import { waitUntilReady } from '#launchers/private/wait-until-ready.js';
import { createReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import type { Tell, LiedCall, Truth } from './lying-runtime.js';

export interface LyingAfter {
  readonly truth: Truth;
  readonly tell: Tell;
  /** How often the daemon has started again. */
  readonly returns: () => number;
}

export interface LyingDaemon {
  readonly daemon: Daemon;
  readonly processes: PodProcesses;
  readonly told: readonly LiedCall[];
  readonly close: () => Promise<void>;
}

/**
 * As with every launcher, a start ends when Status reports ready. Contracts give an answering runtime half a
 * minute for that.
 */
export const readyWithinMs = 45_000;

/** The reference runtime on a socket, with some answers replaced; it stops and starts on request. */
export async function serveLyingDaemon(
  listen: string,
  lie: (lying: LyingAfter) => CriHandlers,
): Promise<LyingDaemon> {
  const runtime = createReferenceRuntime({ allowAnyImage: true, runtimeHandlers: ['reference'] });
  const told: LiedCall[] = [];
  let returns = 0;
  const lying = lie({
    truth: runtime.handlers,
    tell: (answer) => told.push(answer),
    returns: () => returns,
  });
  const serve = (): Promise<CriServer> => serveCri({ listen, handlers: { ...runtime.handlers, ...lying } });
  let server = await serve();
  const leave = async (how: 'drain' | 'breakOff'): Promise<void> => {
    await Promise.all([runtime.leave(), server[how]()]);
  };
  const start = async (): Promise<void> => {
    returns++;
    runtime.comeBack();
    server = await serve();
    await waitUntilReady(server.endpoint, { withinMs: readyWithinMs, ended: () => undefined });
  };
  return {
    told,
    processes: runtime.processes,
    daemon: {
      lacks: () => undefined,
      stop: () => leave('drain'),
      crash: () => leave('breakOff'),
      start,
      restart: async () => {
        await leave('drain');
        await start();
      },
      replace: () => Promise.reject(new Error('the reference runtime has no binaries')),
    },
    close: async () => {
      await runtime.close();
      await server.close();
    },
  };
}
