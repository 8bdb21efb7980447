// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { Failure } from '#base/failure.js';
import { endpointOf } from '#cri/endpoint.js';
import { createOwnDirectory, isOwnDirectory } from '#run-ledger/own-directory.js';
import type { Trace } from '#run-ledger/trace.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import { checkDirectory } from '../check-directory.js';
import { podNetwork } from '../pod-network.js';
import { hostProcesses } from '../host-processes.js';
import { launchFailure } from '../launch-failure.js';
import { startLimitMs, type Launched, type Launcher, type LaunchOptions } from '../launcher.js';
import { findProgram, thisMachine, type Machine } from '../machine.js';
import { OwnDaemon, type DaemonProgram } from '../own-daemon.js';
import { removePods } from '../remove-pods.js';
import type { CrioBinaries } from './binaries.js';
import { crioPaths, type CrioSettings } from './config.js';
import { binariesOrFailure, crioName, examine, notesOn } from './examine.js';
import { isLayerCacheOurs, layerCache, tracesOfCrio } from './traces.js';
import { writeConfiguration } from './write-configuration.js';
import { writeRuntime } from '../write-runtime.js';

/** A private CRI-O, from the binaries in a directory or on PATH. */
export function crioProcess(directory: string | undefined): Launcher {
  return {
    name: crioName(directory),
    probe: async () => (await examine(directory, thisMachine())).probe,
    launch: async (options) => {
      const machine = thisMachine();
      return launch(await binariesOrFailure(directory, machine), machine, options);
    },
  };
}

async function launch(binaries: CrioBinaries, machine: Machine, options: LaunchOptions): Promise<Launched> {
  const { directory } = options;
  const { socket, log } = crioPaths(directory);
  checkDirectory(directory, socket);
  const network = podNetwork(directory, readFileSync('/proc/net/route', 'utf8'));
  const traces: Trace[] = [];
  const leaves = (trace: Trace): void => {
    traces.push(trace);
    options.leaves(trace);
  };
  const programOf = (some: CrioBinaries): DaemonProgram => {
    writeConfiguration(settingsFor(some, machine, options), network, options);
    return programFor(some, directory);
  };
  tracesOfCrio(directory, network.bridge).forEach(leaves);
  try {
    createOwnDirectory(directory);
    if (isLayerCacheOurs()) createOwnDirectory(layerCache);
    const daemon = new OwnDaemon(programOf(binaries), {
      endpoint: endpointOf(socket),
      withinMs: options.readyWithinMs ?? startLimitMs,
      leaves,
      replace: async (other) => programOf(await binariesOrFailure(other, machine)),
    });
    await daemon.start();
    return launched(binaries, options, { daemon, traces, notes: notesOn(machine, binaries) });
  } catch (error) {
    const failure = launchFailure(error, { runtime: `CRI-O ${binaries.version}`, logFile: log });
    await undoTraces(traces);
    throw failure;
  }
}

const overlayMagic = 0x794c7630;

function settingsFor(binaries: CrioBinaries, machine: Machine, options: LaunchOptions): CrioSettings {
  const { directory, sandboxImage } = options;
  const { cniDirectory, pinns, conmon, handlers } = binaries;
  const onOverlay = statfsSync(directory).type === overlayMagic;
  return {
    ...{ directory, sandboxImage, cniDirectory, pinns, conmon },
    handlers: handlers.map(({ name, program, leniency }) => ({
      name,
      program: writeRuntime(directory, program, leniency),
    })),
    storageDriver: machine.overlay && !onOverlay ? 'overlay' : 'vfs',
    systemdCgroup: machine.systemd,
    apparmor: hasAppArmor(machine),
  };
}

/** CRI-O loads its profile with that program. */
function hasAppArmor({ path }: Machine): boolean {
  return existsSync('/sys/kernel/security/apparmor') && findProgram('apparmor_parser', path) !== undefined;
}

function programFor(binaries: CrioBinaries, directory: string): DaemonProgram {
  const paths = crioPaths(directory);
  const registries = ['--registries-conf', paths.registries, '--registries-conf-dir', paths.empty];
  return {
    name: `CRI-O ${binaries.version}`,
    command: {
      program: binaries.crio,
      // No directory of drop-ins: the host's is the default.
      args: ['--config', paths.config, '--config-dir', '', ...registries],
      env: {
        ...process.env,
        PATH: binaries.path,
        HOME: paths.home,
        TMPDIR: `${directory}/tmp`,
        CONTAINERS_STORAGE_CONF: paths.storage,
      },
      logFile: paths.log,
    },
  };
}

interface Kept {
  readonly daemon: OwnDaemon;
  readonly traces: readonly Trace[];
  readonly notes: readonly string[];
}

function launched(binaries: CrioBinaries, { directory }: LaunchOptions, kept: Kept): Launched {
  const { socket, log } = crioPaths(directory);
  const endpoint = endpointOf(socket);
  const handlers = binaries.handlers.map(({ name }) => name).join(', ');
  return {
    endpoint,
    imageEndpoint: endpoint,
    description: `CRI-O ${binaries.version} (${binaries.crio}; ${handlers}), private, with its own state and network`,
    owned: true,
    notes: kept.notes,
    logFile: log,
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
    throw new Failure('E-LAUNCH-LEFTOVERS', `The private CRI-O in ${directory} is not gone completely.`, {
      seen: remains.join('; '),
      fix: 'criprobe cleanup, which can be repeated',
    });
}
