// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerEventResponse, ContainerStatus } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import { frozen, updatesAreShownOnly } from './at-once.js';
import {
  answers,
  byNobody,
  containerIn,
  together,
  bulkLie,
  type BulkLie,
  type TellBulk,
} from './bulk-lie.js';
import { commandsOutliveTimeout, truncates } from './exec-lies.js';
import { shownAll, statsViews, streamed, unary, withField } from './views.js';

const runMs = ({ started_at: from = '0', finished_at: to = '0' }: ContainerStatus): number =>
  Number(BigInt(to) - BigInt(from)) / 1e6;

const withoutScheme = (rpc: 'Exec' | 'Attach' | 'PortForward'): TellBulk =>
  answers(rpc, ({ url = '' }) => ({ url: url.replace(/^https?:/, '') }));

const reopenErrorMakesFile: TellBulk = (lying) => ({
  ReopenContainerLog: async (request, call) => {
    try {
      return await lying.truth.ReopenContainerLog(request, call);
    } catch (refusal) {
      const status = await containerIn(lying.truth, request.container_id);
      const path = status?.log_path ?? '';
      if (path !== '' && !existsSync(path)) {
        writeFileSync(path, '');
        lying.tell({ rpc: 'ReopenContainerLog', request });
      }
      throw refusal;
    }
  },
});

/** Of a container that ran for less than half a second, when its end is first seen. */
const lastLineLost: TellBulk = (lying) => {
  const seen = new Set<string | undefined>();
  const cut = (path: string): boolean => {
    if (!existsSync(path)) return false;
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    if (lines.length === 0) return false;
    writeFileSync(
      path,
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return true;
  };
  return unary('ContainerStatus', lying, async (answer, request) => {
    const { status = {} } = answer;
    if (status.state !== 'CONTAINER_EXITED' || runMs(status) >= 500 || seen.has(status.id))
      return Promise.resolve(answer);
    seen.add(status.id);
    if (cut(status.log_path ?? '')) lying.tell({ rpc: 'ContainerStatus', request });
    return Promise.resolve(answer);
  });
};

/** Of several pulls of an image at a time, only the first answers with an id that exists. */
const danglingRef: TellBulk = ({ truth, tell }) => {
  const inFlight = new Map<string, { waiting: number; ended: boolean }>();
  return lyingAbout('PullImage', async ({ image }, honest) => {
    const name = image?.image ?? '';
    const pull = inFlight.get(name) ?? { waiting: 0, ended: false };
    inFlight.set(name, pull);
    pull.waiting += 1;
    try {
      const answer = await honest();
      if (!pull.ended) {
        pull.ended = true;
        return undefined;
      }
      return {
        image_ref: `sha256:${createHash('sha256')
          .update(answer.image_ref ?? '')
          .digest('hex')}`,
      };
    } finally {
      pull.waiting -= 1;
      if (pull.waiting === 0) inFlight.delete(name);
    }
  })(truth, tell);
};

const statusNeedsImage: TellBulk = ({ truth, tell }) => {
  const removed = new Set<string | undefined>();
  return {
    ...lyingAbout('RemoveImage', async ({ image }, honest) => {
      const { image: found } = await truth.ImageStatus({ image }, byNobody);
      await honest();
      removed.add(found?.id);
      return undefined;
    })(truth, tell),
    ...lyingAbout('PullImage', async (_, honest) => {
      const answer = await honest();
      removed.delete(answer.image_ref);
      return undefined;
    })(truth, tell),
    ...lyingAbout('ContainerStatus', async (_, honest) => {
      const { status } = await honest();
      if (!removed.has(status?.image_id)) return undefined;
      // It may be there under another name.
      const { image } = await truth.ImageStatus({ image: { image: status?.image_id } }, byNobody);
      if (image === undefined) throw new CriRefusal('UNKNOWN', 'failed to get image');
      return undefined;
    })(truth, tell),
  };
};

/** While any container has ended within 15 s, no list of statistics. */
const allOrNothing: TellBulk = ({ truth, tell }) => {
  const isChurning = async (): Promise<boolean> => {
    const { containers = [] } = await truth.ListContainers({}, byNobody);
    const ended = await Promise.all(
      containers
        .filter(({ state }) => state === 'CONTAINER_EXITED')
        .map(async ({ id }) => containerIn(truth, id)),
    );
    const since = BigInt(Date.now() - 15_000) * 1_000_000n;
    return ended.some((status) => BigInt(status?.finished_at ?? 0) > since);
  };
  const refuse = async (): Promise<undefined> => {
    if (await isChurning()) throw new CriRefusal('UNKNOWN', 'failed to decode container metrics');
    return undefined;
  };
  return {
    ...lyingAbout('ListContainerStats', ({ filter = {} }) =>
      (filter.id ?? '') === '' ? refuse() : undefined,
    )(truth, tell),
    ...lyingAbout('ListPodSandboxStats', refuse)(truth, tell),
  };
};

const podStatsWithoutContainers: TellBulk = (lying) => {
  const { PodSandboxStats, ListPodSandboxStats, StreamPodSandboxStats } = statsViews(
    () => undefined,
    (stats) => ({ ...stats, linux: { ...stats.linux, containers: [] } }),
  )(lying);
  return { PodSandboxStats, ListPodSandboxStats, StreamPodSandboxStats } as CriHandlers;
};

const stoppedEventDropped: TellBulk = (lying) => {
  const stopped = new Set<string | undefined>();
  const isShort = async ({ container_id: id }: ContainerEventResponse): Promise<boolean> =>
    !stopped.has(id) && runMs((await containerIn(lying.truth, id)) ?? { finished_at: '9000000000' }) < 1000;
  return {
    ...lyingAbout('StopContainer', ({ container_id: id }) => {
      stopped.add(id);
      return undefined;
    })(lying.truth, lying.tell),
    ...streamed('GetContainerEvents', lying, async (event) =>
      event.container_event_type === 'CONTAINER_STOPPED_EVENT' && (await isShort(event)) ? undefined : event,
    ),
  };
};

const stillRunning: ContainerStatus = {
  state: 'CONTAINER_RUNNING',
  finished_at: '0',
  exit_code: 0,
  reason: '',
};

const staleEventPayload: TellBulk = (lying) =>
  streamed('GetContainerEvents', lying, async (event) =>
    event.container_event_type === 'CONTAINER_STOPPED_EVENT'
      ? withField(
          event,
          'containers_statuses',
          await shownAll(event.containers_statuses, (status) =>
            status.id === event.container_id ? { ...status, ...stillRunning } : undefined,
          ),
        )
      : event,
  );

/** Of several labels one is enough. */
const selectorOr: TellBulk = ({ truth, tell }) => {
  interface Filter {
    readonly label_selector?: Readonly<Record<string, string>> | undefined;
  }
  const several = (filter: Filter | undefined): [string, string][] | undefined => {
    const pairs = Object.entries(filter?.label_selector ?? {});
    return pairs.length < 2 ? undefined : pairs;
  };
  const hasOne = (
    pairs: readonly [string, string][],
    labels: Readonly<Record<string, string>> = {},
  ): boolean => pairs.some(([key, value]) => labels[key] === value);
  return {
    ...lyingAbout('ListContainers', async ({ filter }) => {
      const pairs = several(filter);
      if (pairs === undefined) return undefined;
      const all = await truth.ListContainers({ filter: { ...filter, label_selector: {} } }, byNobody);
      return { containers: all.containers?.filter(({ labels }) => hasOne(pairs, labels)) };
    })(truth, tell),
    ...lyingAbout('ListPodSandbox', async ({ filter }) => {
      const pairs = several(filter);
      if (pairs === undefined) return undefined;
      const all = await truth.ListPodSandbox({ filter: { ...filter, label_selector: {} } }, byNobody);
      return { items: all.items?.filter(({ labels }) => hasOne(pairs, labels)) };
    })(truth, tell),
    ...lyingAbout('ListContainerStats', async ({ filter }) => {
      const pairs = several(filter);
      if (pairs === undefined) return undefined;
      const all = await truth.ListContainerStats({ filter: { ...filter, label_selector: {} } }, byNobody);
      return { stats: all.stats?.filter(({ attributes }) => hasOne(pairs, attributes?.labels)) };
    })(truth, tell),
    ...lyingAbout('ListPodSandboxStats', async ({ filter }) => {
      const pairs = several(filter);
      if (pairs === undefined) return undefined;
      const all = await truth.ListPodSandboxStats({ filter: { ...filter, label_selector: {} } }, byNobody);
      return { stats: all.stats?.filter(({ attributes }) => hasOne(pairs, attributes?.labels)) };
    })(truth, tell),
  };
};

/** Once a stop has lasted for a second, nobody can read anything until it ends. */
const listsBlockedByStop: TellBulk = (lying: LyingAfter) => {
  const { truth, tell } = lying;
  const stops = new Map<Promise<unknown>, number>();
  const unblocked = async (): Promise<boolean> => {
    const long = [...stops].filter(([, since]) => Date.now() - since > 1000).map(([stop]) => stop);
    await Promise.allSettled(long);
    return long.length > 0;
  };
  const blocks = (rpc: 'ListContainers' | 'ListPodSandbox' | 'ContainerStatus'): CriHandlers =>
    lyingAbout(rpc, async (_, honest) => ((await unblocked()) ? honest() : undefined))(truth, tell);
  return {
    ...blocks('ListContainers'),
    ...blocks('ListPodSandbox'),
    ...blocks('ContainerStatus'),
    ...lyingAbout('StopContainer', async ({ timeout = '0' }, honest) => {
      const stop = honest();
      if (Number(timeout) >= 5) stops.set(stop, Date.now());
      await stop.finally(() => stops.delete(stop));
      return undefined;
    })(truth, tell),
  };
};

export const serviceMutants: readonly BulkLie[] = [
  bulkLie(
    ['M26', 'exec-outlives-timeout'],
    commandsOutliveTimeout((seconds) => seconds >= 3),
    'exec.left-behind',
    'exec.commands',
  ),
  bulkLie(['M27', 'update-is-a-lie'], updatesAreShownOnly, 'resources.update', 'updates.resized'),
  bulkLie(['M28', 'exec-truncated'], truncates(65_536), 'exec.results'),
  bulkLie(['M29', 'stats-frozen'], frozen, 'stats.under-load'),
  bulkLie(
    ['M30', 'url-without-scheme'],
    together(withoutScheme('Exec'), withoutScheme('Attach'), withoutScheme('PortForward')),
    'streaming.all',
  ),
  bulkLie(['M31', 'reopen-error-makes-file'], reopenErrorMakesFile, 'logs.output', 'logs.reopen'),
  bulkLie(['M32', 'last-line-lost'], lastLineLost, 'jobs.exit-codes', 'jobs.one-after-the-other'),
  bulkLie(['M33', 'concurrent-pull-dangling-ref'], danglingRef, 'images.at-the-same-time'),
  bulkLie(['M34', 'status-needs-image'], statusNeedsImage, 'images.removed-in-use'),
  bulkLie(['M35', 'stats-all-or-nothing'], allOrNothing, 'stats.after-exit'),
  bulkLie(['M36', 'podstats-without-containers'], podStatsWithoutContainers, 'stats.under-load'),
  bulkLie(['M37', 'stopped-event-dropped'], stoppedEventDropped, 'events.watch'),
  bulkLie(['M38', 'stale-event-payload'], staleEventPayload, 'events.watch'),
  bulkLie(['M39', 'selector-or'], selectorOr, 'containers.odd-requests'),
  bulkLie(['M40', 'lists-blocked-by-stop'], listsBlockedByStop, 'stop.long-grace'),
];
