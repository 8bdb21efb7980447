// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { Failure } from '#base/failure.js';
import { endpointOf } from '#cri/endpoint.js';
import { createOwnDirectory, isOwnDirectory } from '#run-ledger/own-directory.js';
import type { Trace } from '#run-ledger/trace.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import { checkDirectory } from '../check-directory.js';
import { hostProcesses } from '../host-processes.js';
import { launchFailure } from '../launch-failure.js';
import { startLimitMs, type Launched, type Launcher, type LaunchOptions } from '../launcher.js';
import { thisMachine, type Machine } from '../machine.js';
import { OwnDaemon, type DaemonProgram } from '../own-daemon.js';
import { removePods } from '../remove-pods.js';
import type { ContainerdBinaries } from './binaries.js';
import { containerdPaths } from './config.js';
import { binariesOrFailure, containerdName, examine, notesOn } from './examine.js';
import { podNetwork } from '../pod-network.js';
import { settingsFor } from './settings.js';
import { tracesOfContainerd } from './traces.js';
import { writeConfiguration } from './write-configuration.js';

/** A private containerd, from the binaries in a directory or on PATH. */
export function containerdProcess(directory: string | undefined): Launcher {
  return {
    name: containerdName(directory),
    probe: async () => (await examine(directory, thisMachine())).probe,
    launch: async (options) => {
      const machine = thisMachine();
      return launch(await binariesOrFailure(directory, machine), machine, options);
    },
  };
}

async function launch(
  binaries: ContainerdBinaries,
  machine: Machine,
  options: LaunchOptions,
): Promise<Launched> {
  const { directory } = options;
  const paths = containerdPaths(directory);
  checkDirectory(directory, `${paths.socket}.ttrpc`);
  const network = podNetwork(directory, readFileSync('/proc/net/route', 'utf8'));
  const traces: Trace[] = [];
  const leaves = (trace: Trace): void => {
    traces.push(trace);
    options.leaves(trace);
  };
  const programOf = (some: ContainerdBinaries): DaemonProgram => {
    writeConfiguration(settingsFor(some, machine, options), network, options);
    return programFor(some, directory);
  };
  tracesOfContainerd(directory, network.bridge).forEach(leaves);
  try {
    createOwnDirectory(directory);
    const daemon = new OwnDaemon(programOf(binaries), {
      endpoint: endpointOf(paths.socket),
      withinMs: options.readyWithinMs ?? startLimitMs,
      leaves,
      replace: async (other) => programOf(await binariesOrFailure(other, machine)),
    });
    await daemon.start();
    return launched(binaries, options, { daemon, traces, notes: notesOf(binaries, machine) });
  } catch (error) {
    const failure = launchFailure(error, { runtime: `containerd ${binaries.version}`, logFile: paths.log });
    await undoTraces(traces);
    throw failure;
  }
}

function notesOf({ handlers }: ContainerdBinaries, machine: Machine): string[] {
  return [...notesOn(machine), ...handlers.flatMap(({ note }) => note ?? [])];
}

function programFor(binaries: ContainerdBinaries, directory: string): DaemonProgram {
  const paths = containerdPaths(directory);
  return {
    name: `containerd ${binaries.version}`,
    command: {
      program: binaries.containerd,
      args: ['--config', paths.config],
      env: { ...process.env, PATH: binaries.path },
      logFile: paths.log,
    },
  };
}

interface Kept {
  readonly daemon: OwnDaemon;
  readonly traces: readonly Trace[];
  readonly notes: readonly string[];
}

function launched(binaries: ContainerdBinaries, { directory }: LaunchOptions, kept: Kept): Launched {
  const paths = containerdPaths(directory);
  const endpoint = endpointOf(paths.socket);
  const handlers = binaries.handlers.map(({ name }) => name).join(', ');
  return {
    endpoint,
    imageEndpoint: endpoint,
    description: `containerd ${binaries.version} (${binaries.containerd}; ${handlers}), private, with its own state and network`,
    owned: true,
    notes: kept.notes,
    logFile: paths.log,
    handler: '',
    daemon: kept.daemon,
    processes: hostProcesses,
    [Symbol.asyncDispose]: () => dispose(endpoint, directory, kept.traces),
  };
}

/** With the daemon away the traces alone do it; with it, what it holds is released in the regular way. */
async function dispose(endpoint: string, directory: string, traces: readonly Trace[]): Promise<void> {
  if (!isOwnDirectory(directory)) return;
  await removePods(endpoint, 20_000);
  const { remains } = await undoTraces(traces);
  if (remains.length > 0)
    throw new Failure(
      'E-LAUNCH-LEFTOVERS',
      `The private containerd in ${directory} is not gone completely.`,
      {
        seen: remains.join('; '),
        fix: 'criprobe cleanup, which can be repeated',
      },
    );
}
