// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { endpointOf } from '#cri/client/endpoint.js';
import type { ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import type { DirectoryStep } from '#run-ledger/cleanup-step.js';
import { checkDirectory } from '../private/check-directory.js';
import type { Daemon } from '../daemon.js';
import type { LaunchedRuntime, Launcher, LaunchOptions } from '../launcher.js';

/** The reference runtime in our own process: it needs nothing, and ends with us. */
export const embeddedReference: Launcher = {
  name: 'reference',
  probe: () => Promise.resolve({ kind: 'ready', notes: [] }),
  launch,
};

async function launch({ directory, leaves, madeUpImages = [] }: LaunchOptions): Promise<LaunchedRuntime> {
  const socket = join(directory, 'reference.sock');
  checkDirectory(directory, socket);
  const step: DirectoryStep = { kind: 'directory', path: directory };
  leaves(step);
  createOwnDirectory(directory);
  const served = await serve({ directory, socket, madeUpImages }).catch(async (error: unknown) => {
    await undoSteps([step], genericRules);
    throw error;
  });
  return {
    endpoint: endpointOf(socket),
    imageEndpoint: endpointOf(socket),
    description: 'the embedded reference runtime',
    owned: true,
    notes: [],
    logFile: undefined,
    handler: '',
    daemon: daemonOf(served),
    processes: served.processes,
    [Symbol.asyncDispose]: async () => {
      await served.close();
      await undoSteps([step], genericRules);
    },
  };
}

const noBinaries = 'the embedded reference runtime has no binaries to replace: --managed containerd@…';

function daemonOf(served: ServedReferenceRuntime): Daemon {
  return {
    lacks: (act) => (act === 'replace' ? noBinaries : undefined),
    stop: () => served.stop(),
    crash: () => served.crash(),
    start: () => served.start(),
    restart: async () => {
      await served.stop();
      await served.start();
    },
    replace: () => Promise.reject(new Error(noBinaries)),
  };
}

interface ServeInput {
  readonly directory: string;
  readonly socket: string;
  readonly madeUpImages: NonNullable<LaunchOptions['madeUpImages']>;
}

/** Loaded on use: most runs test other runtimes. */
async function serve({ directory, socket, madeUpImages }: ServeInput): Promise<ServedReferenceRuntime> {
  const { serveReferenceRuntime } = await import('#reference-runtime/reference-runtime.js');
  const allowAnyImage = madeUpImages === 'any' ? true : madeUpImages;
  return serveReferenceRuntime({ listen: socket, root: directory, allowAnyImage });
}
