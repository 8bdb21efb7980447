// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { endpointOf, socketPath } from '#cri/client/endpoint.js';
import { ExternalDaemon, type DaemonCommands } from './external-daemon.js';
import { hostProcesses } from '../host-processes.js';
import type { LaunchedRuntime, Launcher, LaunchOptions } from '../launcher.js';

export interface ExistingSocket {
  readonly endpoint: string;
  /** Default: the image service is on the runtime's socket. */
  readonly imageEndpoint?: string | undefined;
  readonly handler?: string | undefined;
  /** Without them the runtime is never stopped. */
  readonly commands?: DaemonCommands | undefined;
}

/**
 * A runtime that somebody else started. We do not configure it; only the user's commands stop it, and then it
 * is started again.
 */
export function existingSocket(socket: ExistingSocket): Launcher {
  return {
    name: socket.endpoint,
    probe: () => Promise.resolve({ kind: 'ready', notes: [] }),
    launch: ({ leaves }) => Promise.resolve(launched(socket, leaves)),
  };
}

function launched(
  { endpoint, imageEndpoint = endpoint, handler = '', commands = {} }: ExistingSocket,
  leaves: LaunchOptions['leaves'],
): LaunchedRuntime {
  const daemon = new ExternalDaemon({
    endpoint: endpointOf(resolve(socketPath(endpoint))),
    commands,
    leaves,
  });
  return {
    endpoint,
    imageEndpoint,
    description: `the runtime at ${endpoint}`,
    owned: false,
    notes: [],
    logFile: undefined,
    handler,
    daemon,
    processes: hostProcesses,
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}
