// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import type {
  ContainerConfig,
  CreateContainerRequest,
  Mount,
  PodSandboxConfig,
} from '#cri/proto/generated/messages.js';
import { announceEvent } from '../announce.js';
import { checkConfig, checkMounts } from './check-container.js';
import { ReferenceContainer } from './container.js';
import { containerRoot } from '../files/container-root.js';
import { identityOf } from './identity.js';
import { imageFor, imageVolumes, reportedName, reportedRef } from './container-image.js';
import type { StoredImage } from '../image/stored-image.js';
import { LogFile } from './log-file.js';
import { newId } from '../object-id.js';
import { SIGTERM } from '#base/signal-numbers.js';
import { signalNumber, wireSignalNumber } from '../process/signals.js';
import { exhausted, invalid, notNow, taken } from '../refuse.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { containersIn, sandboxOf, type World } from '../world.js';

const maxContainers = 5000;
const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export function createReferenceContainer(world: World, request: CreateContainerRequest): ReferenceContainer {
  const { config } = request;
  const sandbox = sandboxOf(world, request.pod_sandbox_id);
  if (config === undefined) throw invalid('config is missing');
  if (!sandbox.isReady) throw notNow(`pod sandbox ${sandbox.id} is not ready`);
  if (world.containers.size >= maxContainers) throw exhausted('containers', maxContainers);
  checkName(world, sandbox, config);
  checkConfig(world, sandbox, config);
  const image = imageFor(world, config);
  const volumes = imageVolumes(world, config);
  checkMounts(config);
  const container = new ReferenceContainer(
    factsOf(
      { world, sandbox, config, image, sandboxConfig: request.sandbox_config ?? sandbox.config },
      volumes,
    ),
  );
  world.containers.set(container.id, container);
  announceEvent(world, 'CREATED', container);
  return container;
}

interface CreationInput {
  readonly world: World;
  readonly sandbox: Sandbox;
  readonly config: ContainerConfig;
  readonly image: StoredImage;
  readonly sandboxConfig: PodSandboxConfig;
}

function factsOf(
  making: CreationInput,
  volumes: ReturnType<typeof imageVolumes>,
): ReferenceContainer['facts'] {
  const { world, sandbox, config, image } = making;
  const context = config.linux?.security_context;
  const { mounts = [] } = config;
  const wanted = [config.working_dir, image.config.WorkingDir].find(
    (path) => path !== undefined && path !== '',
  );
  const cwd = posix.resolve('/', wanted ?? '/');
  const plan = {
    image,
    volumes,
    context,
    cwd,
    hostname: sandbox.hostname,
    sandboxConfig: sandbox.config,
    sharedMemory: sandbox.sharedMemory,
    devices: config.devices ?? [],
    mounts,
  };
  return {
    id: newId(),
    sandbox,
    config,
    image,
    mounts: mounts.map((mount) => withImageId(mount, volumes.get(mount))),
    imageName: reportedName(image, config.image),
    imageRef: reportedRef(image),
    argv: argvOf(config, image),
    env: envOf(sandbox, config, image),
    cwd,
    user: identityOf(context ?? {}, image),
    stopSignal:
      wireSignalNumber(config.stop_signal) ?? signalNumber(image.config.StopSignal ?? '') ?? SIGTERM,
    ...containerRoot(plan),
    log: new LogFile(logPath(making), world.now),
    createdAt: world.now(),
  };
}

const withImageId = (mount: Mount, volume: StoredImage | undefined): Mount =>
  volume === undefined ? mount : { ...mount, image: { ...mount.image, image: volume.id } };

function checkName(world: World, sandbox: Sandbox, config: ContainerConfig): void {
  const { name = '', attempt = 0 } = config.metadata ?? {};
  if (name === '') throw invalid('metadata.name is missing');
  const other = containersIn(world, sandbox).find(
    ({
      facts: {
        config: { metadata },
      },
    }) => metadata?.name === name && (metadata.attempt ?? 0) === attempt,
  );
  if (other !== undefined)
    throw taken(`container name ${JSON.stringify(name)} with attempt ${attempt} is used by ${other.id}`);
}

/** A command also replaces the image's arguments. */
function argvOf(config: ContainerConfig, image: StoredImage): readonly string[] {
  const command = config.command ?? [];
  const args = config.args ?? [];
  const argv =
    command.length > 0
      ? [...command, ...args]
      : [...(image.config.Entrypoint ?? []), ...(args.length > 0 ? args : (image.config.Cmd ?? []))];
  if (argv.length === 0) throw invalid('neither the container nor its image names a command');
  return argv;
}

function envOf(sandbox: Sandbox, config: ContainerConfig, image: StoredImage): ReadonlyMap<string, string> {
  const env = new Map([
    ['PATH', usualPath],
    ['HOSTNAME', sandbox.hostname],
  ]);
  for (const line of image.config.Env ?? [])
    env.set(line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1));
  for (const { key, value } of config.envs ?? [])
    env.set(key ?? '', Buffer.from(value ?? '', 'base64').toString());
  return env;
}

/** Needs both parts; otherwise there is no log. */
function logPath({ sandbox, config }: CreationInput): string {
  const directory = sandbox.config.log_directory ?? '';
  const path = config.log_path ?? '';
  return directory === '' || path === '' ? '' : posix.resolve('/', directory, path);
}
