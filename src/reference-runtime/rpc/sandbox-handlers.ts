// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import type { PodSandboxFilter } from '#cri/proto/generated/messages.js';
import { containerStatus } from '../container/container-view.js';
import { hasLabels, idFits } from './filters.js';
import { findById } from '../object-id.js';
import { pages } from './pages.js';
import { promised } from './promised.js';
import { mergeResources } from '../container/resources.js';
import { runSandbox } from '../sandbox/run-sandbox.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { removeSandbox, stopSandbox } from '../sandbox/sandbox-life.js';
import { sandboxItem, sandboxState, sandboxStatus } from '../sandbox/sandbox-view.js';
import { verboseInfo } from './verbose-info.js';
import { containersIn, sandboxOf, type World } from '../world.js';

type Methods =
  | 'RunPodSandbox'
  | 'StopPodSandbox'
  | 'RemovePodSandbox'
  | 'PodSandboxStatus'
  | 'ListPodSandbox'
  | 'StreamPodSandboxes'
  | 'UpdatePodSandboxResources';

export function sandboxHandlers(world: World): Required<Pick<CriHandlers, Methods>> {
  const listed = (filter?: PodSandboxFilter): readonly Sandbox[] =>
    [...world.sandboxes.values()].filter((sandbox) => fits(sandbox, filter));
  const existing = (id: string | undefined): Sandbox | undefined => findById(world.sandboxes, id);
  return {
    RunPodSandbox: promised(async (request, call) => ({
      pod_sandbox_id: (await runSandbox(world, request, call)).id,
    })),
    StopPodSandbox: promised((request) => {
      const sandbox = existing(request.pod_sandbox_id);
      if (sandbox !== undefined) stopSandbox(world, sandbox);
      return {};
    }),
    RemovePodSandbox: promised((request) => {
      const sandbox = existing(request.pod_sandbox_id);
      if (sandbox !== undefined) removeSandbox(world, sandbox);
      return {};
    }),
    PodSandboxStatus: promised((request) => {
      const sandbox = sandboxOf(world, request.pod_sandbox_id);
      return {
        status: sandboxStatus(sandbox),
        info:
          request.verbose === true
            ? verboseInfo({ config: sandbox.config, runtimeHandler: sandbox.runtimeHandler })
            : undefined,
        containers_statuses: containersIn(world, sandbox).map(containerStatus),
        timestamp: String(world.now()),
      };
    }),
    ListPodSandbox: promised(({ filter }) => ({ items: listed(filter).map(sandboxItem) })),
    StreamPodSandboxes: ({ filter }) =>
      pages(listed(filter).map(sandboxItem), (items) => ({ pod_sandboxes: items })),
    UpdatePodSandboxResources: promised((request) => {
      const sandbox = sandboxOf(world, request.pod_sandbox_id);
      sandbox.resources = mergeResources(sandbox.resources, request.resources);
      return {};
    }),
  };
}

function fits(sandbox: Sandbox, filter: PodSandboxFilter = {}): boolean {
  return (
    idFits(sandbox.id, filter.id) &&
    (filter.state === undefined || (filter.state.state ?? 'SANDBOX_READY') === sandboxState(sandbox)) &&
    hasLabels(sandbox.config.labels, filter.label_selector)
  );
}
