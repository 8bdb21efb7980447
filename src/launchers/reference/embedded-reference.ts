// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { endpointOf } from '#cri/client/endpoint.js';
import { createOwnDirectory } from '#run-ledger/own-directory.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import type { DirectoryStep } from '#run-ledger/cleanup-step.js';
import { checkDirectory } from '../private/check-directory.js';
import type { Daemon } from '../daemon.js';
import type { LaunchedRuntime, Launcher, LaunchOptions } from '../launcher.js';
import { runThread, type ReferenceThread } from './run-thread.js';

/** The reference runtime in a thread of our own process: it needs nothing, and ends with us. */
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
  const allowAnyImage = madeUpImages === 'any' ? true : madeUpImages;
  const runtimeHandlers = ['reference'];
  const options = { listen: socket, root: directory, allowAnyImage, runtimeHandlers };
  const thread = await runThread(options).catch(async (error: unknown) => {
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
    daemon: daemonOf(thread),
    processes: thread.processes,
    [Symbol.asyncDispose]: async () => {
      await thread.close();
      await undoSteps([step], genericRules);
    },
  };
}

const noBinaries = 'the embedded reference runtime has no binaries to replace: --managed containerd@…';

function daemonOf(thread: ReferenceThread): Daemon {
  return {
    lacks: (act) => (act === 'replace' ? noBinaries : undefined),
    stop: () => thread.act('stop'),
    crash: () => thread.act('crash'),
    start: () => thread.act('start'),
    restart: async () => {
      await thread.act('stop');
      await thread.act('start');
    },
    replace: () => Promise.reject(new Error(noBinaries)),
  };
}
