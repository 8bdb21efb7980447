// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type {
  ContainerFilter,
  ContainerStatus,
  CreateContainerRequest,
} from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import {
  byNobody,
  containerIn,
  nowNs,
  obeys,
  sandboxIn,
  bulkLie,
  type BulkLie,
  type TellBulk,
} from './bulk-lie.js';
import { containerViews, sandboxViews, unary } from './views.js';

const keyOf = ({ pod_sandbox_id: sandbox = '', config }: CreateContainerRequest): string =>
  [sandbox, config?.metadata?.name, config?.metadata?.attempt ?? 0].join(' ');

const runNs = ({ started_at: from = '0', finished_at: to = '0' }: ContainerStatus): bigint =>
  BigInt(to) - BigInt(from);

const isExited = ({ state }: ContainerStatus): boolean => state === 'CONTAINER_EXITED';

const createNameZombie: TellBulk = ({ truth, tell }) => {
  const reserved = new Map<string, string>();
  return {
    CreateContainer: async (request, call) => {
      const holder = reserved.get(keyOf(request));
      if (holder !== undefined) {
        tell({ rpc: 'CreateContainer', request });
        throw new CriRefusal('UNKNOWN', `failed to reserve container name: reserved for ${holder}`);
      }
      if ((call.deadlineMs ?? Infinity) <= 2000) await setTimeout(3000, undefined, { ref: false });
      const answer = await truth.CreateContainer(request, byNobody);
      if (call.signal.aborted) {
        await truth.RemoveContainer({ container_id: answer.container_id }, byNobody);
        reserved.set(keyOf(request), answer.container_id ?? '');
      }
      return answer;
    },
  };
};

interface Ghost {
  readonly sandbox: string;
  readonly status: ContainerStatus;
}

function isAsked({ sandbox, status }: Ghost, filter: ContainerFilter): boolean {
  const { id = '', pod_sandbox_id: wanted = '', state } = filter;
  if (state?.state !== undefined && state.state !== 'CONTAINER_CREATED') return false;
  return (
    status.id?.startsWith(id) === true && sandbox.startsWith(wanted) && hasAll(filter.label_selector, status)
  );
}

function hasAll(wanted: ContainerFilter['label_selector'], { labels = {} }: ContainerStatus): boolean {
  return Object.entries(wanted ?? {}).every(([key, value]) => labels[key] === value);
}

/** Containers that are only shown. */
class Ghosts {
  readonly all = new Map<string, Ghost>();

  add({ pod_sandbox_id: sandbox = '', config = {} }: CreateContainerRequest): string {
    const id = randomBytes(32).toString('hex');
    const { metadata, labels, annotations, image, mounts, log_path } = config;
    const status = { id, metadata, labels, annotations, image, mounts, log_path, created_at: nowNs() };
    this.all.set(id, { sandbox, status });
    return id;
  }

  /** Shows them in lists and statuses, until they or their sandboxes are removed. */
  shown(lying: LyingAfter): CriHandlers {
    const { truth, tell } = lying;
    const find = (id: string | undefined): ContainerStatus | undefined => this.all.get(id ?? '')?.status;
    return {
      ...lyingAbout('ContainerStatus', ({ container_id: id }) => {
        const status = find(id);
        return status && { status };
      })(truth, tell),
      ...unary('ListContainers', lying, async (answer, { filter = {} }) => {
        const fits = [...this.all.values()].filter((ghost) => isAsked(ghost, filter));
        const made = fits.map(({ sandbox, status }) => {
          const { id, metadata, labels, annotations, image, created_at } = status;
          return { id, pod_sandbox_id: sandbox, metadata, labels, annotations, image, created_at };
        });
        return Promise.resolve(
          made.length === 0 ? answer : { ...answer, containers: [...(answer.containers ?? []), ...made] },
        );
      }),
      ...lyingAbout('StartContainer', ({ container_id: id }) => {
        if (find(id) !== undefined) throw new CriRefusal('UNKNOWN', 'sandbox is not running');
        return undefined;
      })(truth, tell),
      ...lyingAbout('RemoveContainer', ({ container_id: id }) =>
        this.all.delete(id ?? '') ? {} : undefined,
      )(truth, tell),
      ...lyingAbout('RemovePodSandbox', ({ pod_sandbox_id: id }) => {
        for (const [ghost, { sandbox }] of this.all) if (sandbox === id) this.all.delete(ghost);
        return undefined;
      })(truth, tell),
    };
  }
}

const ghostAfterFailedCreate: TellBulk = (lying) => {
  const ghosts = new Ghosts();
  return {
    ...ghosts.shown(lying),
    CreateContainer: async (request, call) => {
      try {
        return await lying.truth.CreateContainer(request, call);
      } catch (refusal) {
        if ((await sandboxIn(lying.truth, request.pod_sandbox_id)) !== undefined) {
          ghosts.add(request);
          lying.tell({ rpc: 'CreateContainer', request });
        }
        throw refusal;
      }
    },
  };
};

const createInStopped: TellBulk = (lying) => {
  const ghosts = new Ghosts();
  return {
    ...ghosts.shown(lying),
    ...lyingAbout('CreateContainer', async (request) => {
      const status = await sandboxIn(lying.truth, request.pod_sandbox_id);
      return status?.state === 'SANDBOX_NOTREADY' ? { container_id: ghosts.add(request) } : undefined;
    })(lying.truth, lying.tell),
  };
};

const unknownHandlerAccepted: TellBulk = (lying) => {
  const asked = new Map<string | undefined, string>();
  const run = lyingAbout('RunPodSandbox', async ({ runtime_handler: handler = '', ...request }, honest) => {
    if (handler === '') return undefined;
    const answer = await honest({ ...request, runtime_handler: '' });
    asked.set(answer.pod_sandbox_id, handler);
    return answer;
  })(lying.truth, lying.tell);
  const views = sandboxViews((status) => {
    const handler = asked.get(status.id);
    return handler === undefined ? undefined : { ...status, runtime_handler: handler };
  })(lying);
  return { ...views, ...run };
};

/** One of `modulo` of those that it happens to, the first one included. */
function everyNth(modulo: number): (id: string | undefined) => boolean {
  const order: (string | undefined)[] = [];
  return (id) => {
    if (!order.includes(id)) order.push(id);
    return order.indexOf(id) % modulo === 0;
  };
}

const fastExit255: TellBulk = (lying) => {
  const isHit = everyNth(4);
  return containerViews((status) =>
    isExited(status) && (status.exit_code ?? 0) === 0 && runNs(status) < 300_000_000n && isHit(status.id)
      ? { ...status, exit_code: 255, reason: 'Error' }
      : undefined,
  )(lying);
};

const finishTimeMoves: TellBulk = (lying) => {
  const moved = new Map<string | undefined, string>();
  const stop = lyingAbout('StopContainer', async ({ container_id: id }) => {
    if ((await containerIn(lying.truth, id))?.state === 'CONTAINER_EXITED') moved.set(id, nowNs());
    return undefined;
  })(lying.truth, lying.tell);
  const views = containerViews((status) => {
    const at = moved.get(status.id);
    return at === undefined ? undefined : { ...status, finished_at: at };
  })(lying);
  return { ...views, ...stop };
};

const stickyRunning: TellBulk = (lying) => {
  const isHit = everyNth(3);
  const firstSeen = new Map<string | undefined, number>();
  const touched = new Set<string | undefined>();
  const stop = lyingAbout('StopContainer', ({ container_id: id }) => {
    touched.add(id);
    return undefined;
  })(lying.truth, lying.tell);
  const views = containerViews((status) => {
    if (!isExited(status) || touched.has(status.id) || !isHit(status.id)) return undefined;
    const since = firstSeen.get(status.id) ?? Date.now();
    firstSeen.set(status.id, since);
    if (Date.now() - since > 45_000) return undefined;
    return { ...status, state: 'CONTAINER_RUNNING', finished_at: '0', exit_code: 0, reason: '' };
  })(lying);
  return { ...views, ...stop };
};

const stopOfSelfExitedFails: TellBulk = (lying) => {
  const asked = new Set<string | undefined>();
  return lyingAbout('StopContainer', async ({ container_id: id }) => {
    const isFirst = asked.size < asked.add(id).size;
    if (isFirst && (await containerIn(lying.truth, id))?.state === 'CONTAINER_EXITED')
      throw new CriRefusal('UNKNOWN', 'container is not running');
    return undefined;
  })(lying.truth, lying.tell);
};

const timeoutOf = ({ timeout = '0' }: { readonly timeout?: string | undefined }): number => Number(timeout);

const graceOverpaid: TellBulk = ({ truth, tell }) =>
  lyingAbout('StopContainer', async (request, honest) => {
    const seconds = timeoutOf(request);
    if (seconds < 2 || seconds > 30) return undefined;
    const [answer] = await Promise.all([honest(), setTimeout(seconds * 1000, undefined, { ref: false })]);
    return answer;
  })(truth, tell);

export const containerMutants: readonly BulkLie[] = [
  bulkLie(['M10', 'create-name-zombie'], createNameZombie, 'containers.given-up'),
  bulkLie(['M11', 'ghost-after-failed-create'], ghostAfterFailedCreate, 'start.refused-then-right'),
  bulkLie(['M12', 'unknown-handler-accepted'], unknownHandlerAccepted, 'sandbox.runtime-class-unknown'),
  bulkLie(['M13', 'create-in-stopped-sandbox'], createInStopped, 'sandbox.stopped-while-running'),
  bulkLie(['M14', 'fast-exit-255'], fastExit255, 'jobs.exit-codes', 'jobs.one-after-the-other'),
  bulkLie(['M15', 'finish-time-moves'], finishTimeMoves, 'containers.call-by-call'),
  bulkLie(
    ['M16', 'sigkill-is-success'],
    containerViews((status) =>
      isExited(status) && status.exit_code === 137 && status.reason !== 'OOMKilled'
        ? { ...status, exit_code: 0, reason: 'Completed' }
        : undefined,
    ),
    'stop.ignores-term',
  ),
  bulkLie(
    ['M17', 'created-has-times'],
    containerViews((status) =>
      (status.state ?? 'CONTAINER_CREATED') === 'CONTAINER_CREATED'
        ? { ...status, started_at: '-6795364578871345152', finished_at: '-6795364578871345152' }
        : undefined,
    ),
    'containers.call-by-call',
  ),
  bulkLie(['M18', 'sticky-running'], stickyRunning, 'jobs.exit-codes'),
  bulkLie(['M19', 'stop-of-self-exited-fails'], stopOfSelfExitedFails, 'containers.odd-requests'),
  bulkLie(
    ['M20', 'grace-swallowed'],
    obeys('StopContainer', (request) =>
      timeoutOf(request) >= 3 && timeoutOf(request) <= 120 ? { ...request, timeout: '0' } : undefined,
    ),
    'stop.slow-handler',
  ),
  bulkLie(['M21', 'grace-overpaid'], graceOverpaid, 'pod.happy-path', 'stop.slow-handler'),
];
