// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { lyingAbout } from '../lying-runtime.js';
import { byNobody, containerIn, nowNs, sandboxIn, type BulkLie, type TellBulk } from './bulk-lie.js';
import { refusesChildren } from './at-once.js';
import { containerViews, sandboxViews, unary } from './views.js';

const isRunning = ({ state }: ContainerStatus): boolean => state === 'CONTAINER_RUNNING';

/** A removed container that ran is only hidden, until its sandbox is removed. */
const removeIsALie: TellBulk = (honest) => {
  const { tell } = honest;
  const taken = new Set<string>();
  const moved = new Map<string | undefined, number>();
  const views = containerViews((status) => {
    const attempt = moved.get(status.id);
    return attempt === undefined ? undefined : { ...status, metadata: { ...status.metadata, attempt } };
  })(honest);
  const truth = { ...honest.truth, ...views };
  const lying = { ...honest, truth };
  const hidden = new Set<string | undefined>();
  const isGone = (id: string | undefined): undefined => {
    if (hidden.has(id)) throw new CriRefusal('NOT_FOUND', 'no such container');
    return undefined;
  };
  const hides = (rpc: 'StartContainer' | 'StopContainer' | 'ContainerStats'): CriHandlers =>
    lyingAbout(rpc, ({ container_id: id }) => {
      isGone(id);
    })(truth, tell);
  return {
    ...views,
    ...lyingAbout('ContainerStatus', ({ container_id: id }) => {
      isGone(id);
    })(truth, tell),
    ...lyingAbout('ExecSync', ({ container_id: id }) => {
      isGone(id);
    })(truth, tell),
    ...hides('StartContainer'),
    ...hides('StopContainer'),
    ...hides('ContainerStats'),
    ...unary('ListContainers', lying, async (answer) => {
      const shown = answer.containers?.filter(({ id }) => !hidden.has(id)) ?? [];
      const isSame = shown.length === (answer.containers ?? []).length;
      return Promise.resolve(isSame ? answer : { ...answer, containers: shown });
    }),
    ...lyingAbout('RemoveContainer', async ({ container_id: id }) => {
      if (hidden.has(id)) return {};
      const status = await containerIn(truth, id);
      if (status === undefined || !isRunning(status)) return undefined;
      const { containers = [] } = await truth.ListContainers({ filter: { id } }, byNobody);
      hidden.add(id);
      taken.add(`${containers[0]?.pod_sandbox_id ?? ''} ${status.metadata?.name ?? ''}`);
      return {};
    })(truth, tell),
    ...lyingAbout('CreateContainer', async (request, honest) => {
      const { metadata } = request.config ?? {};
      if (!taken.has(`${request.pod_sandbox_id ?? ''} ${metadata?.name ?? ''}`)) return undefined;
      const attempt = (metadata?.attempt ?? 0) + 1000;
      const answer = await honest({
        ...request,
        config: { ...request.config, metadata: { ...metadata, attempt } },
      });
      moved.set(answer.container_id, metadata?.attempt ?? 0);
      return answer;
    })(truth, tell),
  };
};

/** A stopped sandbox only looks stopped. */
const stopIsALie: TellBulk = (lying) => {
  const { truth, tell } = lying;
  const stopped = new Map<string | undefined, string>();
  const ended = new Map<string | undefined, string>();
  const sandboxes = sandboxViews((status) =>
    stopped.has(status.id) ? { ...status, state: 'SANDBOX_NOTREADY', network: { ip: '' } } : undefined,
  );
  const containers = containerViews((status) => {
    const at = ended.get(status.id);
    return at === undefined || !isRunning(status)
      ? undefined
      : { ...status, state: 'CONTAINER_EXITED', finished_at: at, exit_code: 137, reason: 'Error' };
  });
  const inner = containers(lying);
  const outer = sandboxes({ ...lying, truth: { ...truth, ...inner } });
  return {
    ...inner,
    ...outer,
    ...lyingAbout('StopPodSandbox', async ({ pod_sandbox_id: id }) => {
      if ((await sandboxIn(truth, id)) === undefined) return undefined;
      const at = stopped.get(id) ?? nowNs();
      stopped.set(id, at);
      const { containers: all = [] } = await truth.ListContainers(
        { filter: { pod_sandbox_id: id } },
        byNobody,
      );
      for (const { id: container } of all) ended.set(container, ended.get(container) ?? at);
      return {};
    })(truth, tell),
    ...lyingAbout('ExecSync', ({ container_id: id }) => {
      if (ended.has(id)) throw new CriRefusal('FAILED_PRECONDITION', 'container is not running');
      return undefined;
    })(truth, tell),
    ...lyingAbout('CreateContainer', ({ pod_sandbox_id: id }) => {
      if (stopped.has(id)) throw new CriRefusal('FAILED_PRECONDITION', 'sandbox is not ready');
      return undefined;
    })(truth, tell),
  };
};

export const removalMutants: readonly BulkLie[] = [
  {
    id: 'M22',
    says: 'remove-is-a-lie',
    tell: removeIsALie,
    scenarios: ['containers.call-by-call'],
  },
  {
    id: 'M23',
    says: 'stop-sandbox-is-a-lie',
    tell: stopIsALie,
    scenarios: ['sandbox.stopped-while-running', 'pod.happy-path'],
  },
  {
    id: 'M25',
    says: 'remove-refuses-children',
    tell: refusesChildren,
    scenarios: ['sandbox.removed-while-running'],
  },
];
