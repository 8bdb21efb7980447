// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers, ServedCall } from '#cri/server/handlers.js';
import type {
  ContainerFilter,
  StopContainerRequest,
  StopContainerResponse,
  UpdateContainerResourcesRequest,
} from '#cri/proto/generated/messages.js';
import { beginStop, removeReferenceContainer, startReferenceContainer } from '../container/container-life.js';
import type { ReferenceContainer } from '../container/container.js';
import { containerItem, containerStatus } from '../container/container-view.js';
import { createReferenceContainer } from '../container/create-container.js';
import { envAsBytes } from '../container/env-as-bytes.js';
import { hasLabels, idFits } from './filters.js';
import { containerMemory, limitIn } from '../stats/memory.js';
import { findById } from '../object-id.js';
import { pages } from './pages.js';
import { promised } from './promised.js';
import { failed, notNow } from '../refuse.js';
import { mergeResources } from '../container/resources.js';
import { verboseInfo } from './verbose-info.js';
import { containerOf, type World } from '../world.js';

type Methods =
  | 'CreateContainer'
  | 'StartContainer'
  | 'StopContainer'
  | 'RemoveContainer'
  | 'ListContainers'
  | 'StreamContainers'
  | 'ContainerStatus'
  | 'UpdateContainerResources'
  | 'ReopenContainerLog';

export function containerHandlers(world: World): Required<Pick<CriHandlers, Methods>> {
  const listed = (filter?: ContainerFilter): readonly ReferenceContainer[] =>
    [...world.containers.values()].filter((container) => fits(container, filter));
  return {
    CreateContainer: promised((request, call) => ({
      container_id: createReferenceContainer(world, envAsBytes(request, call)).id,
    })),
    StartContainer: promised(async (request) => {
      startReferenceContainer(world, containerOf(world, request.container_id));
      await firstSteps();
      return {};
    }),
    StopContainer: promised((request, call) => stop(world, request, call)),
    RemoveContainer: promised((request) => {
      const container = findById(world.containers, request.container_id);
      if (container !== undefined) removeReferenceContainer(world, container);
      return {};
    }),
    ListContainers: promised(({ filter }) => ({ containers: listed(filter).map(containerItem) })),
    StreamContainers: ({ filter }) =>
      pages(listed(filter).map(containerItem), (containers) => ({ containers })),
    ContainerStatus: promised((request) => {
      const container = containerOf(world, request.container_id);
      return {
        status: containerStatus(container),
        info: request.verbose === true ? verboseInfo(containerInfo(container)) : undefined,
      };
    }),
    UpdateContainerResources: promised((request) => {
      update(containerOf(world, request.container_id), request);
      return {};
    }),
    ReopenContainerLog: promised((request) => {
      reopen(containerOf(world, request.container_id));
      return {};
    }),
  };
}

/** A real process installs its signal handlers before its starter returns. */
const firstSteps = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function fits(container: ReferenceContainer, filter: ContainerFilter = {}): boolean {
  return (
    idFits(container.id, filter.id) &&
    idFits(container.sandbox.id, filter.pod_sandbox_id) &&
    (filter.state === undefined || (filter.state.state ?? 'CONTAINER_CREATED') === container.state) &&
    hasLabels(container.facts.config.labels, filter.label_selector)
  );
}

/** An unknown id is an error: the kubelet treats it as success, and other clients want to know. */
async function stop(
  world: World,
  request: StopContainerRequest,
  { signal }: ServedCall,
): Promise<StopContainerResponse> {
  const container = containerOf(world, request.container_id);
  const gaveUp = new Promise<never>((_resolve, reject) => {
    const leave = (): void => {
      reject(new CriRefusal('CANCELLED', 'the client gave up; the stop goes on'));
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  await Promise.race([beginStop(world, container, Number(request.timeout ?? 0) * 1000), gaveUp]);
  return {};
}

function update(container: ReferenceContainer, request: UpdateContainerResourcesRequest): void {
  if (container.state === 'CONTAINER_EXITED') throw notNow(`container ${container.id} has exited`);
  const merged = mergeResources(container.resources, request.linux);
  const limit = limitIn(merged);
  if (limit !== undefined && containerMemory(container) > limit)
    throw failed(`memory in use is above the new limit of ${limit} bytes`);
  container.resources = merged;
}

function reopen(container: ReferenceContainer): void {
  if (container.state !== 'CONTAINER_RUNNING') throw notNow(`container ${container.id} is not running`);
  try {
    container.facts.log.open();
  } catch (error) {
    throw failed(`log file: ${errorMessage(error)}`);
  }
}

const containerInfo = (container: ReferenceContainer): unknown => ({
  sandboxID: container.sandbox.id,
  pid: container.main?.hasEnded === false ? process.pid : 0,
  config: container.facts.config,
});
