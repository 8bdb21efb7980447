// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#base/failure.js';
import { endpointOf } from '#cri/client/endpoint.js';
import { routes } from '#host/network.js';
import { createOwnDirectory, isOwnDirectory } from '#run-ledger/own-directory.js';
import { claimOf } from '#run-ledger/shared-claims.js';
import { claimShared, sharedPlacesIn } from '#run-ledger/shared-places.js';
import { joinRules } from '#run-ledger/cleanup-kind.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';
import { hostArchitecture, readGuestBinary } from '#test-registry/guest-binary.js';
import { checkDirectory } from '../private/check-directory.js';
import { podNetwork } from '../private/pod-network.js';
import { hostProcesses } from '../host-processes.js';
import { startLimitMs, type LaunchedRuntime, type LaunchOptions } from '../launcher.js';
import { removeAllPods } from '#guard/owned-runtime.js';
import { DaemonInContainer } from './daemon-in-container.js';
import { environmentFor } from './environment.js';
import { startKeepalive } from './keepalive-container.js';
import { prepareImage, type Image, type ImageSource } from './image.js';
import { containerPaths, nameFor } from './paths.js';
import { refusedPrivileges } from './refused-privileges.js';
import { engineError, type Engine } from './testcontainers.js';
import { cleanupStepsOfContainer, containerCleanup } from './cleanup-steps.js';

export interface ContainerPlan {
  readonly source: ImageSource;
  readonly name: string;
  readonly options: LaunchOptions;
}

const rules = joinRules([genericRules, containerCleanup]);

/** Leaves nothing behind if it fails. */
export async function launchInContainer(
  engine: Engine,
  { source, name, options }: ContainerPlan,
): Promise<LaunchedRuntime> {
  const { directory } = options;
  const paths = containerPaths(directory);
  // containerd also listens on a second socket.
  checkDirectory(directory, `${paths.socket}.ttrpc`);
  const network = podNetwork(directory, routes());
  const steps: CleanupStep[] = [];
  const leaves = (step: CleanupStep): void => {
    steps.push(step);
    options.leaves(step);
  };
  const container = nameFor(directory);
  const { bridge } = network;
  const inContainer = { directory, bridge, socket: engine.socket, name: container };
  [claimOf(directory), ...cleanupStepsOfContainer(inContainer)].forEach(leaves);
  try {
    await prepareDirectory(directory, network.conflist);
    claimShared(directory, sharedPlacesIn(steps, rules));
    const image = await prepareImage(engine, { source, tag: `localhost/${container}:1`, leaves });
    options.interrupted?.throwIfAborted();
    await startContainer(engine, { image, container, options });
    const daemon = new DaemonInContainer(engine, {
      name: `the runtime of ${name}`,
      endpoint: endpointOf(paths.socket),
      withinMs: options.readyWithinMs ?? startLimitMs,
      interrupted: options.interrupted,
      container,
      command: image.command,
      logFile: paths.log,
    });
    await daemon.start();
    return launched({ name, options, daemon, steps });
  } catch (error) {
    await undoSteps(steps, rules);
    throw error;
  }
}

async function prepareDirectory(directory: string, conflist: string): Promise<void> {
  const paths = containerPaths(directory);
  createOwnDirectory(directory);
  for (const one of [paths.data, paths.cni]) mkdirSync(one);
  writeFileSync(join(paths.cni, '10-criprobe.conflist'), conflist);
  // Runs in every image: it needs neither a shell nor libraries.
  writeFileSync(paths.keepalive, await readGuestBinary(hostArchitecture()), { mode: 0o755 });
}

interface ContainerStart {
  readonly image: Image;
  /** The container's name. */
  readonly container: string;
  readonly options: LaunchOptions;
}

async function startContainer(engine: Engine, { image, container, options }: ContainerStart): Promise<void> {
  try {
    await startKeepalive(engine, {
      name: container,
      image: image.name,
      command: [containerPaths(options.directory).keepalive, 'wait'],
      shared: options.shared ?? options.directory,
      env: environmentFor(options),
    });
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const seen = engineError(cause);
    throw (
      refusedPrivileges(seen, cause) ??
      new Failure('E-LAUNCH-FAILED', `The container for ${image.name} cannot be started: ${seen}.`, {
        seen,
        likely: 'see the message of the container engine',
        fix: `docker run --privileged --network host --pid host ${image.name}`,
        cause,
      })
    );
  }
}

interface RunningRuntime extends Pick<ContainerPlan, 'name' | 'options'> {
  readonly daemon: DaemonInContainer;
  readonly steps: readonly CleanupStep[];
}

function launched({ name, options, daemon, steps }: RunningRuntime): LaunchedRuntime {
  const { directory } = options;
  const paths = containerPaths(directory);
  const endpoint = endpointOf(paths.socket);
  return {
    endpoint,
    imageEndpoint: endpoint,
    description: `${name}, in a privileged container on the host's network and cgroups`,
    owned: true,
    notes: [],
    logFile: paths.log,
    handler: '',
    daemon,
    processes: hostProcesses,
    [Symbol.asyncDispose]: () => dispose(endpoint, options, steps),
  };
}

async function dispose(
  endpoint: string,
  { directory, interrupted }: LaunchOptions,
  steps: readonly CleanupStep[],
): Promise<void> {
  if (!isOwnDirectory(directory)) return;
  await removeAllPods(endpoint, interrupted);
  const { remains } = await undoSteps(steps, rules);
  if (remains.length > 0)
    throw new Failure(
      'E-LAUNCH-LEFTOVERS',
      `The container of ${directory} could not be removed completely.`,
      {
        seen: remains.join('; '),
        fix: 'criprobe cleanup, which can be repeated',
      },
    );
}
