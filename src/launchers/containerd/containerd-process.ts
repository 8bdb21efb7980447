// SPDX-License-Identifier: Apache-2.0
import { readFileSync, statfsSync } from 'node:fs';
import type { Trace } from '#run-ledger/trace.js';
import { createOwnDirectory, isOwnDirectory } from '#run-ledger/own-directory.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import { Failure } from '#base/failure.js';
import { endpointOf } from '#cri/endpoint.js';
import { untouchableDaemon } from '../daemon.js';
import { hostProcesses } from '../host-processes.js';
import { checkDirectory } from '../check-directory.js';
import { thisMachine, mayLowerOomScore, type Machine } from '../machine.js';
import type { Launched, Launcher, LaunchOptions, Probe } from '../launcher.js';
import { removePods } from '../remove-pods.js';
import { startProcessGroup, type ProcessGroup } from '../process-group.js';
import { untilReady } from '../until-ready.js';
import { findBinaries, versionOf, type ContainerdBinaries } from './binaries.js';
import { containerdPaths, type ContainerdSettings } from './config.js';
import { launchFailure } from '../launch-failure.js';
import { missingForContainerd } from './missing.js';
import { podNetwork } from './network.js';
import { tracesOfContainerd } from './traces.js';
import { writeConfiguration } from './write-configuration.js';

/** A private containerd, from the binaries in a directory or on PATH. */
export function containerdProcess(directory: string | undefined): Launcher {
  const name = directory === undefined ? 'containerd' : `containerd@${directory}`;
  return {
    name,
    probe: async () => (await examine(directory, thisMachine())).probe,
    launch: async (options) => {
      const machine = thisMachine();
      const { probe, binaries } = await examine(directory, machine);
      if (probe.kind === 'unavailable')
        throw new Failure('E-LAUNCH-MISSING', `A private ${name} cannot be started here: ${probe.reason}.`, {
          fix: probe.fix,
        });
      if (binaries === undefined) throw new Error('ready without binaries');
      return launch(binaries, machine, options);
    },
  };
}

interface Examined {
  readonly probe: Probe;
  readonly binaries: ContainerdBinaries | undefined;
}

async function examine(directory: string | undefined, machine: Machine): Promise<Examined> {
  const found = findBinaries(directory, machine);
  const missing = missingForContainerd(directory, found, machine);
  const said = found.containerd === undefined ? undefined : await versionOf(found.containerd);
  if (said !== undefined && 'said' in said)
    missing.push({
      reason: `${found.containerd ?? ''} --version says: ${said.said}`,
      fix: 'use binaries built for this machine',
    });
  if (missing.length > 0 || said === undefined || 'said' in said) {
    const list = (key: 'reason' | 'fix'): string => missing.map((one) => one[key]).join('; ');
    return { probe: { kind: 'unavailable', reason: list('reason'), fix: list('fix') }, binaries: undefined };
  }
  const binaries = {
    containerd: found.containerd ?? '',
    version: said.version,
    path: found.path.join(':'),
    cniDirectory: found.cniDirectory ?? '',
  };
  return { probe: { kind: 'ready', notes: notesOn(machine) }, binaries };
}

function notesOn(machine: Machine): string[] {
  const notes: string[] = [];
  if (!mayLowerOomScore(machine))
    notes.push(
      'no CAP_SYS_RESOURCE here: a negative oom_score_adj is raised to what is allowed (restrict_oom_score_adj)',
    );
  if (!machine.overlay)
    notes.push('the kernel has no overlay file system: images are copied (snapshotter native)');
  return notes;
}

const overlayMagic = 0x794c7630;

function settingsFor(
  binaries: ContainerdBinaries,
  machine: Machine,
  options: LaunchOptions,
): ContainerdSettings {
  const onOverlay = statfsSync(options.directory).type === overlayMagic;
  return {
    version: binaries.version,
    directory: options.directory,
    sandboxImage: options.sandboxImage,
    cniDirectory: binaries.cniDirectory,
    snapshotter: machine.overlay && !onOverlay ? 'overlayfs' : 'native',
    systemdCgroup: machine.systemd,
    restrictOomScore: !mayLowerOomScore(machine),
  };
}

async function launch(
  binaries: ContainerdBinaries,
  machine: Machine,
  options: LaunchOptions,
): Promise<Launched> {
  const { directory } = options;
  checkDirectory(directory, `${containerdPaths(directory).socket}.ttrpc`);
  const network = podNetwork(directory, readFileSync('/proc/net/route', 'utf8'));
  const traces: Trace[] = [];
  const leaves = (trace: Trace): void => {
    traces.push(trace);
    options.leaves(trace);
  };
  tracesOfContainerd(directory, network.bridge).forEach(leaves);
  createOwnDirectory(directory);
  try {
    const settings = settingsFor(binaries, machine, options);
    writeConfiguration(settings, network, options.registry);
    const group = await start(binaries, directory);
    leaves(group.trace);
    await waitUntilReady(group, directory);
  } catch (error) {
    const failure = launchFailure(error, `containerd ${binaries.version}`, containerdPaths(directory).log);
    await undoTraces(traces);
    throw failure;
  }
  return launched(binaries, options, { traces, notes: notesOn(machine) });
}

function start(binaries: ContainerdBinaries, directory: string): Promise<ProcessGroup> {
  const paths = containerdPaths(directory);
  return startProcessGroup({
    program: binaries.containerd,
    args: ['--config', paths.config],
    env: { ...process.env, PATH: binaries.path },
    logFile: paths.log,
  });
}

function waitUntilReady(group: ProcessGroup, directory: string): Promise<void> {
  const endpoint = endpointOf(containerdPaths(directory).socket);
  return untilReady(endpoint, { withinMs: 60_000, ended: () => group.ended() });
}

interface Kept {
  readonly traces: readonly Trace[];
  readonly notes: readonly string[];
}

function launched(binaries: ContainerdBinaries, { directory }: LaunchOptions, kept: Kept): Launched {
  const paths = containerdPaths(directory);
  const endpoint = endpointOf(paths.socket);
  return {
    endpoint,
    imageEndpoint: endpoint,
    description: `containerd ${binaries.version} (${binaries.containerd}), private, with its own state and network`,
    owned: true,
    notes: kept.notes,
    logFile: paths.log,
    handler: '',
    daemon: untouchableDaemon('not built yet'),
    processes: hostProcesses,
    [Symbol.asyncDispose]: () => dispose(endpoint, directory, kept.traces),
  };
}

async function dispose(endpoint: string, directory: string, traces: readonly Trace[]): Promise<void> {
  if (!isOwnDirectory(directory)) return;
  await removePods(endpoint, 10_000);
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
