// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { endpointOf } from '#cri/client/endpoint.js';
import { refuseUntrusted } from '#files/refuse-untrusted.js';
import { createOwnDirectory, isOwnDirectory } from '#run-ledger/own-directory.js';
import { claimOf } from '#run-ledger/shared-claims.js';
import { claimShared, sharedPlacesIn } from '#run-ledger/shared-places.js';
import { joinRules, type CleanupRules } from '#run-ledger/cleanup-kind.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import type { UndoReport } from '#run-ledger/undo/undo-report.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { checkDirectory } from './check-directory.js';
import { hostProcesses } from '../host-processes.js';
import { launchFailure } from '../launch-failure.js';
import { startLimitMs, type LaunchedRuntime, type Launcher, type LaunchOptions } from '../launcher.js';
import { thisMachine, type Machine } from '#host/machine.js';
import { routes } from '#host/network.js';
import { missingInOne, type MissingPart } from './missing.js';
import { SpawnedDaemon, type DaemonProgram } from './spawned-daemon.js';
import { podNetwork, type PodNetwork } from './pod-network.js';
import type { ProcessCommand } from './process-group.js';
import { removeAllPods } from '#guard/owned-runtime.js';

/** What is known about every set of binaries. */
export interface Binaries {
  /** `2.1.9`. */
  readonly version: string;
  /** At least one; the first is the default. */
  readonly handlers: readonly { readonly name: string }[];
}

export type Examination<B> = { readonly missing: readonly MissingPart[] } | { readonly binaries: B };

export interface PrivatePlace {
  readonly machine: Machine;
  readonly network: PodNetwork;
  readonly options: LaunchOptions;
}

export interface PrivateName {
  /** As in `--managed`. */
  readonly name: string;
  readonly title: string;
}

/** What is specific to one runtime. */
export interface PrivateKind<B extends Binaries> {
  /** Finds it in the directory or on PATH, or says what it lacks to start. */
  readonly examine: (directory: string | undefined, machine: Machine) => Promise<Examination<B>>;
  readonly paths: (directory: string) => { readonly socket: string; readonly log: string };
  /** Its longest socket path. */
  readonly longestSocket: (directory: string) => string;
  /** Everything that it will leave on the machine, known before it starts. */
  readonly steps: (directory: string, bridge: string) => readonly CleanupStep[];
  /** How to undo what only its runtimes leave. */
  readonly cleanup: CleanupRules;
  /** Writes everything it reads, below its directory. */
  readonly write: (binaries: B, place: PrivatePlace) => void;
  readonly command: (binaries: B, directory: string) => ProcessCommand;
  readonly notes: (binaries: B, machine: Machine) => readonly string[];
}

interface NamedKind<B extends Binaries> extends PrivateName, PrivateKind<B> {}

/** A private runtime, from the binaries in a directory or on PATH. */
export function privateRuntime<B extends Binaries>(
  kind: NamedKind<B>,
  directory: string | undefined,
): Launcher {
  return {
    name: nameOf(kind, directory),
    probe: async () => {
      const machine = thisMachine();
      const examined = await examineTrusted(kind, directory, machine);
      return 'missing' in examined
        ? { kind: 'unavailable', ...missingInOne(examined.missing) }
        : { kind: 'ready', notes: kind.notes(examined.binaries, machine) };
    },
    launch: async (options) => {
      const machine = thisMachine();
      return launch(kind, await binariesOf(kind, directory, machine), { machine, options });
    },
  };
}

function nameOf({ name }: PrivateName, directory: string | undefined): string {
  return directory === undefined ? name : `${name}@${directory}`;
}

/** Examining already runs the binaries. Throws for root if others may write to them. */
function examineTrusted<B extends Binaries>(
  kind: NamedKind<B>,
  directory: string | undefined,
  machine: Machine,
): Promise<Examination<B>> {
  if (directory !== undefined) refuseUntrusted(directory, `--managed ${nameOf(kind, directory)}`);
  return kind.examine(directory, machine);
}

async function binariesOf<B extends Binaries>(
  kind: NamedKind<B>,
  directory: string | undefined,
  machine: Machine,
): Promise<B> {
  const examined = await examineTrusted(kind, directory, machine);
  if (!('missing' in examined)) return examined.binaries;
  const { reason, fix } = missingInOne(examined.missing);
  const what = `A private ${nameOf(kind, directory)} cannot be started here: ${reason}.`;
  throw new Failure('E-LAUNCH-MISSING', what, { fix });
}

async function launch<B extends Binaries>(
  kind: NamedKind<B>,
  binaries: B,
  { machine, options }: Omit<PrivatePlace, 'network'>,
): Promise<LaunchedRuntime> {
  const { directory } = options;
  const { socket, log } = kind.paths(directory);
  checkDirectory(directory, kind.longestSocket(directory));
  const network = podNetwork(directory, routes());
  const rules = joinRules([genericRules, kind.cleanup]);
  const steps: CleanupStep[] = [];
  const leaves = (step: CleanupStep): void => {
    steps.push(step);
    options.leaves(step);
  };
  const programOf = (some: B): DaemonProgram => {
    kind.write(some, { machine, network, options });
    return { name: `${kind.title} ${some.version}`, command: kind.command(some, directory) };
  };
  const undo = (): Promise<UndoReport> => undoSteps(steps, rules);
  [claimOf(directory), ...kind.steps(directory, network.bridge)].forEach(leaves);
  try {
    createOwnDirectory(directory);
    claimShared(directory, sharedPlacesIn(steps, rules));
    const daemon = new SpawnedDaemon(programOf(binaries), {
      endpoint: endpointOf(socket),
      withinMs: options.readyWithinMs ?? startLimitMs,
      interrupted: options.interrupted,
      leaves,
      replace: async (other) => programOf(await binariesOf(kind, other, machine)),
    });
    await daemon.start();
    return launched(kind, binaries, { daemon, undo, machine, options });
  } catch (error) {
    const failure = launchFailure(error, { runtime: `${kind.title} ${binaries.version}`, logFile: log });
    await undo();
    throw failure;
  }
}

interface RunningRuntime {
  readonly daemon: SpawnedDaemon;
  readonly undo: () => Promise<UndoReport>;
  readonly machine: Machine;
  readonly options: LaunchOptions;
}

function launched<B extends Binaries>(
  kind: NamedKind<B>,
  binaries: B,
  { daemon, undo, machine, options }: RunningRuntime,
): LaunchedRuntime {
  const { directory, interrupted } = options;
  const { socket, log } = kind.paths(directory);
  const endpoint = endpointOf(socket);
  const { program } = kind.command(binaries, directory);
  const handlers = binaries.handlers.map(({ name }) => name).join(', ');
  const description = `${kind.title} ${binaries.version} (${program}; ${handlers}), private, with its own state and network`;
  return {
    endpoint,
    imageEndpoint: endpoint,
    description,
    owned: true,
    handler: '',
    logFile: log,
    notes: kind.notes(binaries, machine),
    daemon,
    processes: hostProcesses,
    [Symbol.asyncDispose]: async () => {
      if (!isOwnDirectory(directory)) return;
      // With the daemon down, the cleanup steps do it alone; otherwise the daemon first releases its
      // resources properly.
      await removeAllPods(endpoint, interrupted);
      const { remains } = await undo();
      if (remains.length > 0) throw notGone(kind.title, directory, remains);
    },
  };
}

function notGone(title: string, directory: string, remains: readonly string[]): Failure {
  return new Failure(
    'E-LAUNCH-LEFTOVERS',
    `The private ${title} in ${directory} could not be removed completely.`,
    {
      seen: remains.join('; '),
      fix: 'criprobe cleanup, which can be repeated',
    },
  );
}
