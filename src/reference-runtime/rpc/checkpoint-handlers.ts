// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { packTar, unpackTar } from 'modern-tar';
import type { CriHandlers, ServedCall } from '#cri/server/handlers.js';
import type {
  CheckpointPodRequest,
  ContainerConfig,
  PodSandboxConfig,
  RestorePodRequest,
  RestorePodResponse,
} from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';
import { startReferenceContainer } from '../container/container-life.js';
import { containerStatus } from '../container/container-view.js';
import { createReferenceContainer } from '../container/create-container.js';
import { readRegular } from '../files/regular-file.js';
import { promised } from './promised.js';
import { failed, invalid, notFound, notNow } from '../refuse.js';
import { runSandbox } from '../sandbox/run-sandbox.js';
import { removeSandbox } from '../sandbox/sandbox-life.js';
import { containerOf, containersIn, sandboxOf, type World } from '../world.js';

type Methods = 'CheckpointContainer' | 'CheckpointPod' | 'RestorePod';

interface PodCheckpoint {
  readonly config: PodSandboxConfig;
  readonly runtime_handler: string;
  readonly containers: readonly ContainerConfig[];
}

const podFile = 'pod.json';
const maxCheckpointBytes = 64 * 1024 * 1024;

export function checkpointHandlers(world: World): Required<Pick<CriHandlers, Methods>> {
  return {
    CheckpointContainer: promised(async (request) => {
      const container = running(containerOf(world, request.container_id));
      await archive(request.location, {
        'config.json': container.facts.config,
        'status.json': containerStatus(container),
      });
      return {};
    }),
    CheckpointPod: promised(async (request) => {
      await checkpointPod(world, request);
      return {};
    }),
    RestorePod: promised((request, call) => restorePod(world, request, call)),
  };
}

function running(container: ReferenceContainer): ReferenceContainer {
  if (container.state !== 'CONTAINER_RUNNING') throw notNow(`container ${container.id} is not running`);
  return container;
}

async function checkpointPod(world: World, request: CheckpointPodRequest): Promise<void> {
  const sandbox = sandboxOf(world, request.pod_sandbox_id);
  if (!sandbox.isReady) throw notNow(`pod sandbox ${sandbox.id} is not ready`);
  const wanted = request.container_ids ?? [];
  const chosen =
    wanted.length === 0
      ? containersIn(world, sandbox).filter(({ state }) => state === 'CONTAINER_RUNNING')
      : wanted.map((id) => running(containerOf(world, id)));
  if (chosen.some((container) => container.sandbox !== sandbox))
    throw invalid('a container belongs to another pod');
  const content: PodCheckpoint = {
    config: sandbox.config,
    runtime_handler: sandbox.runtimeHandler,
    containers: chosen.map(({ facts }) => facts.config),
  };
  await archive(request.output_path, { [podFile]: content });
}

/** Written atomically. */
async function archive(path: string | undefined, files: Readonly<Record<string, unknown>>): Promise<void> {
  if (path === undefined || !isAbsolute(path))
    throw invalid('the place of the checkpoint has to be an absolute path');
  const entries = Object.entries(files).map(([name, value]) => {
    const body = Buffer.from(JSON.stringify(value, undefined, 2));
    return { header: { name, size: body.length, type: 'file' as const }, body: new Uint8Array(body) };
  });
  const bytes = await packTar(entries);
  const half = `${path}.${randomUUID()}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(half, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(half, path);
  } catch (error) {
    rmSync(half, { force: true });
    throw failed(`checkpoint: ${errorMessage(error)}`);
  }
}

async function readCheckpoint(path: string | undefined): Promise<PodCheckpoint> {
  let bytes: Buffer;
  try {
    bytes = readRegular(path ?? '', maxCheckpointBytes);
  } catch {
    throw notFound('checkpoint', path);
  }
  const entry = (await unpackTar(bytes)).find(({ header }) => header.name === podFile);
  if (entry?.data === undefined) throw invalid(`${path ?? ''} is not the checkpoint of a pod`);
  return JSON.parse(Buffer.from(entry.data).toString()) as PodCheckpoint;
}

async function restorePod(
  world: World,
  request: RestorePodRequest,
  call: ServedCall,
): Promise<RestorePodResponse> {
  const checkpoint = await readCheckpoint(request.checkpoint_path);
  const config = request.config ?? checkpoint.config;
  const sandbox = await runSandbox(
    world,
    { config, runtime_handler: request.runtime_handler ?? checkpoint.runtime_handler },
    call,
  );
  const given = new Map((request.container_configs ?? []).map((one) => [one.metadata?.name, one]));
  try {
    const restored = checkpoint.containers.map((saved) => {
      const container = createReferenceContainer(world, {
        pod_sandbox_id: sandbox.id,
        config: given.get(saved.metadata?.name) ?? saved,
        sandbox_config: config,
      });
      startReferenceContainer(world, container);
      return { name: saved.metadata?.name, container_id: container.id };
    });
    return { pod_sandbox_id: sandbox.id, restored_containers: restored };
  } catch (error) {
    removeSandbox(world, sandbox);
    throw error;
  }
}
