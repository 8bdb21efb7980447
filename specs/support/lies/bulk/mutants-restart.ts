// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerResources, ContainerStatus, Image } from '#cri/proto/generated/messages.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';
import { containerIn, returnTime, sandboxIn, bulkLie, type BulkLie, type TellBulk } from './bulk-lie.js';
import { containerViews, imageViews, sandboxViews, streamed, unary } from './views.js';

/** Whether something that was made then is older than the return of the daemon; false before that. */
function age(lying: LyingAfter): { isOld: (at: string | undefined) => boolean; since: () => string } {
  const returned = returnTime(lying);
  const isOld = (at: string | undefined): boolean => {
    const back = returned();
    return back !== undefined && BigInt(at ?? 0) > 0n && BigInt(at ?? 0) < back;
  };
  return { isOld, since: () => String(returned() ?? 0n) };
}

const ipLost: TellBulk = (lying) => {
  const { isOld } = age(lying);
  return sandboxViews(({ created_at: at, state = 'SANDBOX_READY', network = {}, ...status }) =>
    isOld(at) && state === 'SANDBOX_READY' && network.ip !== undefined
      ? { ...status, created_at: at, state, network: {} }
      : undefined,
  )(lying);
};

const exitedComesBack: TellBulk = (lying) => {
  const { isOld } = age(lying);
  const touched = new Set<string | undefined>();
  const passes = (rpc: 'StopContainer' | 'RemoveContainer'): ReturnType<TellBulk> =>
    lyingAbout(rpc, ({ container_id: id }) => {
      touched.add(id);
      return undefined;
    })(lying.truth, lying.tell);
  return {
    ...containerViews((status) =>
      status.state === 'CONTAINER_EXITED' && isOld(status.finished_at) && !touched.has(status.id)
        ? { ...status, state: 'CONTAINER_RUNNING', finished_at: '0', exit_code: 0, reason: '', message: '' }
        : undefined,
    )(lying),
    ...passes('StopContainer'),
    ...passes('RemoveContainer'),
  };
};

const exitDataLost: TellBulk = (lying) => {
  const { isOld, since } = age(lying);
  return containerViews((status) =>
    status.state === 'CONTAINER_EXITED' && isOld(status.created_at)
      ? { ...status, exit_code: 255, reason: 'Unknown', message: '', finished_at: since() }
      : undefined,
  )(lying);
};

const sandboxReborn: TellBulk = (lying) => {
  const { isOld, since } = age(lying);
  return sandboxViews((status) =>
    isOld(status.created_at) ? { ...status, created_at: since() } : undefined,
  )(lying);
};

const createdVanish: TellBulk = (lying) => {
  const { isOld } = age(lying);
  const isShown = ({ state = 'CONTAINER_CREATED', created_at: at }: ContainerStatus): boolean =>
    state !== 'CONTAINER_CREATED' || !isOld(at);
  return {
    ...unary('ListContainers', lying, async (answer) => {
      const shown = answer.containers?.filter(isShown) ?? [];
      return Promise.resolve(
        shown.length === (answer.containers ?? []).length ? answer : { ...answer, containers: shown },
      );
    }),
    ...streamed('StreamContainers', lying, async (page) =>
      Promise.resolve({ ...page, containers: page.containers?.filter(isShown) }),
    ),
  };
};

const emptyWindow: TellBulk = (lying) => {
  const returned = returnTime(lying);
  const isEmpty = (): boolean => {
    const back = returned();
    return back !== undefined && BigInt(Date.now() - 3000) * 1_000_000n < back;
  };
  const empty = (rpc: 'ListPodSandbox' | 'ListContainers' | 'ListImages'): ReturnType<TellBulk> =>
    lyingAbout(rpc, () => (isEmpty() ? {} : undefined))(lying.truth, lying.tell);
  return { ...empty('ListPodSandbox'), ...empty('ListContainers'), ...empty('ListImages') };
};

const mountsForgotten: TellBulk = (lying) => {
  const { isOld } = age(lying);
  return containerViews((status) => (isOld(status.created_at) ? { ...status, mounts: [] } : undefined))(
    lying,
  );
};

const resizeForgotten: TellBulk = (lying) => {
  const { isOld } = age(lying);
  const first = new Map<string | undefined, ContainerResources | undefined>();
  return {
    ...containerViews((status) =>
      isOld(status.created_at) && first.has(status.id)
        ? { ...status, resources: first.get(status.id) }
        : undefined,
    )(lying),
    ...unary('CreateContainer', lying, async (answer) => {
      const status = await containerIn(lying.truth, answer.container_id);
      first.set(answer.container_id, status?.resources);
      return answer;
    }),
  };
};

const tagsForgotten: TellBulk = (lying) => {
  const pulled = new Set<string | undefined>();
  /** All names but the first, unless they were pulled again. */
  const lostOf = ({ repo_tags: tags = [] }: Image): readonly string[] =>
    tags
      .toSorted()
      .slice(1)
      .filter((tag) => !pulled.has(tag));
  return {
    ...imageViews((image) => {
      const lost = lostOf(image);
      if (lying.returns() === 0 || lost.length === 0) return undefined;
      return { ...image, repo_tags: image.repo_tags?.filter((tag) => !lost.includes(tag)) };
    })(lying),
    ...unary('ImageStatus', lying, async (answer, { image: asked }) => {
      if (lying.returns() === 0 || answer.image === undefined) return Promise.resolve(answer);
      const lost = lostOf(answer.image);
      if (lost.length === 0) return Promise.resolve(answer);
      if (lost.includes(asked?.image ?? '')) return Promise.resolve({});
      const repo_tags = answer.image.repo_tags?.filter((tag) => !lost.includes(tag));
      return Promise.resolve({ ...answer, image: { ...answer.image, repo_tags } });
    }),
    ...lyingAbout('PullImage', ({ image }) => {
      if (lying.returns() > 0) pulled.add(image?.image);
      return undefined;
    })(lying.truth, lying.tell),
  };
};

/** What lost its process cannot be stopped or removed. */
const deadPauseWedge: TellBulk = (lying) => {
  const stopped = new Set<string | undefined>();
  const wedged = (rpc: 'StopPodSandbox' | 'RemovePodSandbox'): ReturnType<TellBulk> =>
    lyingAbout(rpc, async ({ pod_sandbox_id: id }) => {
      const status = await sandboxIn(lying.truth, id);
      if (status?.state === 'SANDBOX_NOTREADY' && !stopped.has(id))
        throw new CriRefusal('UNKNOWN', 'failed to destroy network for sandbox');
      stopped.add(id);
      return undefined;
    })(lying.truth, lying.tell);
  return { ...wedged('StopPodSandbox'), ...wedged('RemovePodSandbox') };
};

export const restartMutants: readonly BulkLie[] = (
  [
    bulkLie(['M01', 'ip-lost-after-restart'], ipLost, 'daemon.restart-while-idle'),
    bulkLie(['M02', 'exited-comes-back'], exitedComesBack, 'daemon.restart-while-idle'),
    bulkLie(['M03', 'exit-data-lost'], exitDataLost, 'daemon.restart-while-idle'),
    bulkLie(['M04', 'sandbox-reborn'], sandboxReborn, 'daemon.restart-while-idle'),
    bulkLie(['M05', 'created-vanish-from-list'], createdVanish, 'daemon.restart-while-idle'),
    bulkLie(['M06', 'empty-window'], emptyWindow, 'daemon.restart-while-idle'),
    bulkLie(['M07', 'mounts-forgotten'], mountsForgotten, 'daemon.restart-while-idle'),
    bulkLie(['M08', 'resize-forgotten'], resizeForgotten, 'daemon.restart-while-idle'),
    bulkLie(['M09', 'tags-forgotten'], tagsForgotten, 'daemon.restart-while-idle'),
    bulkLie(['M24', 'dead-pause-wedge'], deadPauseWedge, 'daemon.sandbox-killed-while-down'),
  ] satisfies readonly BulkLie[]
).map((lie) => ({ ...lie, daemon: true }));
