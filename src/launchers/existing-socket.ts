// SPDX-License-Identifier: Apache-2.0
import { untouchableDaemon } from './daemon.js';
import { hostProcesses } from './host-processes.js';
import type { Launched, Launcher } from './launcher.js';

export interface ExistingSocket {
  readonly endpoint: string;
  /** Without it, the image service is where the runtime is. */
  readonly imageEndpoint?: string | undefined;
  readonly handler?: string | undefined;
}

/** A runtime that somebody else started. It is never stopped, and nothing of it is configured. */
export function existingSocket(socket: ExistingSocket): Launcher {
  const launched: Launched = {
    endpoint: socket.endpoint,
    imageEndpoint: socket.imageEndpoint ?? socket.endpoint,
    description: `the runtime at ${socket.endpoint}`,
    owned: false,
    notes: [],
    logFile: undefined,
    handler: socket.handler ?? '',
    daemon: untouchableDaemon('nobody said how to stop and start it: --stop-command, --start-command'),
    processes: hostProcesses,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return {
    name: socket.endpoint,
    probe: () => Promise.resolve({ kind: 'ready', notes: [] }),
    launch: () => Promise.resolve(launched),
  };
}
