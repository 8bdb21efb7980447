// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers, ServedCall, UnaryHandler } from '#cri/server/handlers.js';
import type { RequestOf, ResponseOf, StreamMethod, UnaryMethod } from '#cri/methods.js';
import type {
  Container,
  ContainerStats,
  ContainerStatus,
  Image,
  PodSandbox,
  PodSandboxStats,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import type { LyingAfter } from '../lying-daemon.js';
import { byNobody, containerIn, sandboxIn, type TellBulk } from './bulk-lie.js';

/** What is shown of a thing instead; undefined: the truth. */
export type Show<T> = (seen: T) => T | undefined | Promise<T | undefined>;

/** Replaces an answer or a message; the same object: it was not changed. */
type Rewrite<A, Q> = (answer: A, request: Q) => Promise<A>;

export function unary<M extends UnaryMethod>(
  rpc: M,
  { truth, tell }: LyingAfter,
  rewrite: Rewrite<ResponseOf<M>, RequestOf<M>>,
): CriHandlers {
  const handler = truth[rpc] as unknown as UnaryHandler<M>;
  const lying = async (request: RequestOf<M>, call: ServedCall): Promise<ResponseOf<M>> => {
    const answer = await handler(request, call);
    const shown = await rewrite(answer, request);
    if (shown !== answer) tell({ rpc, request });
    return shown;
  };
  return { [rpc]: lying };
}

export function streamed<M extends StreamMethod>(
  rpc: M,
  { truth, tell }: LyingAfter,
  rewrite: (message: ResponseOf<M>, request: RequestOf<M>) => Promise<ResponseOf<M> | undefined>,
): CriHandlers {
  const handler = truth[rpc] as unknown as (
    request: RequestOf<M>,
    call: ServedCall,
  ) => AsyncIterable<ResponseOf<M>>;
  async function* lying(request: RequestOf<M>, call: ServedCall): AsyncGenerator<ResponseOf<M>> {
    for await (const message of handler(request, call)) {
      const shown = await rewrite(message, request);
      if (shown !== message) tell({ rpc, request });
      if (shown !== undefined) yield shown;
    }
  }
  return { [rpc]: lying };
}

/** The list itself, if nothing in it changed. */
export async function shownAll<T>(items: readonly T[] | undefined, show: Show<T>): Promise<readonly T[]> {
  const seen = items ?? [];
  const shown = await Promise.all(seen.map(async (item) => (await show(item)) ?? item));
  return shown.every((item, at) => item === seen[at]) ? seen : shown;
}

/** A message with another value of one field; the message itself, if the value is the same. */
export function withField<A extends object, K extends keyof A>(answer: A, key: K, value: A[K]): A {
  return value === answer[key] || (Array.isArray(value) && value.length === 0 && answer[key] === undefined)
    ? answer
    : { ...answer, [key]: value };
}

/** What a list shows is what the status would show, as far as a list shows it. */
function projected<T extends object>(item: T, status: object | undefined, shown: object | undefined): T {
  if (status === undefined || shown === undefined) return item;
  const before = status as Readonly<Record<string, unknown>>;
  const changed = Object.entries(shown).filter(
    ([key, value]) => before[key] !== value && listed.includes(key),
  );
  const gone = listed.filter((key) => key in before && !(key in shown)).map((key) => [key, undefined]);
  return changed.length + gone.length === 0
    ? item
    : { ...item, ...(Object.fromEntries([...changed, ...gone]) as Partial<T>) };
}

const listed: readonly string[] = [
  'state',
  'created_at',
  'image',
  'image_id',
  'metadata',
  'labels',
  'annotations',
  'runtime_handler',
];

/** Every view of a container: status, lists, the status of its pod, events. */
export function containerViews(show: Show<ContainerStatus>): TellBulk {
  return (lying) => {
    const { truth } = lying;
    const item: Show<Container> = async (container) => {
      const status = await containerIn(truth, container.id);
      return projected(container, status, status && (await show(status)));
    };
    const inState = (containers: readonly Container[], state: string | undefined): readonly Container[] =>
      containers.filter(({ state: own = 'CONTAINER_CREATED' }) => own === (state ?? 'CONTAINER_CREATED'));
    return {
      ...unary('ContainerStatus', lying, async (answer) =>
        answer.status === undefined
          ? answer
          : withField(answer, 'status', (await show(answer.status)) ?? answer.status),
      ),
      ...unary('ListContainers', lying, async (answer, request) => {
        const { state, ...others } = request.filter ?? {};
        if (state === undefined)
          return withField(answer, 'containers', await shownAll(answer.containers, item));
        const { containers: all } = await truth.ListContainers({ filter: others }, byNobody);
        const shown = inState(await shownAll(all, item), state.state);
        const isSame = shown.map(({ id }) => id).join() === answer.containers?.map(({ id }) => id).join();
        return isSame ? answer : { ...answer, containers: shown };
      }),
      ...streamed('StreamContainers', lying, async (page) =>
        withField(page, 'containers', await shownAll(page.containers, item)),
      ),
      ...unary('PodSandboxStatus', lying, async (answer) =>
        withField(answer, 'containers_statuses', await shownAll(answer.containers_statuses, show)),
      ),
      ...streamed('GetContainerEvents', lying, async (event) =>
        withField(event, 'containers_statuses', await shownAll(event.containers_statuses, show)),
      ),
    };
  };
}

/** Every view of a sandbox: status, lists, events. */
export function sandboxViews(show: Show<PodSandboxStatus>): TellBulk {
  return (lying) => {
    const { truth } = lying;
    const item: Show<PodSandbox> = async (sandbox) => {
      const status = await sandboxIn(truth, sandbox.id);
      return projected(sandbox, status, status && (await show(status)));
    };
    const inState = (sandboxes: readonly PodSandbox[], state: string | undefined): readonly PodSandbox[] =>
      sandboxes.filter(({ state: own = 'SANDBOX_READY' }) => own === (state ?? 'SANDBOX_READY'));
    return {
      ...unary('PodSandboxStatus', lying, async (answer) =>
        answer.status === undefined
          ? answer
          : withField(answer, 'status', (await show(answer.status)) ?? answer.status),
      ),
      ...unary('ListPodSandbox', lying, async (answer, request) => {
        const { state, ...others } = request.filter ?? {};
        if (state === undefined) return withField(answer, 'items', await shownAll(answer.items, item));
        const { items: all } = await truth.ListPodSandbox({ filter: others }, byNobody);
        const shown = inState(await shownAll(all, item), state.state);
        const isSame = shown.map(({ id }) => id).join() === answer.items?.map(({ id }) => id).join();
        return isSame ? answer : { ...answer, items: shown };
      }),
      ...streamed('StreamPodSandboxes', lying, async (page) =>
        withField(page, 'pod_sandboxes', await shownAll(page.pod_sandboxes, item)),
      ),
      ...streamed('GetContainerEvents', lying, async (event) =>
        event.pod_sandbox_status === undefined
          ? event
          : withField(
              event,
              'pod_sandbox_status',
              (await show(event.pod_sandbox_status)) ?? event.pod_sandbox_status,
            ),
      ),
    };
  };
}

/** Every view of an image. */
export function imageViews(show: Show<Image>): TellBulk {
  return (lying) => ({
    ...unary('ImageStatus', lying, async (answer) =>
      answer.image === undefined
        ? answer
        : withField(answer, 'image', (await show(answer.image)) ?? answer.image),
    ),
    ...unary('ListImages', lying, async (answer) =>
      withField(answer, 'images', await shownAll(answer.images, show)),
    ),
    ...streamed('StreamImages', lying, async (page) =>
      withField(page, 'images', await shownAll(page.images, show)),
    ),
  });
}

/** Every view of the statistics: of containers alone and in those of their pods, and of the pods. */
export function statsViews(show: Show<ContainerStats>, showPod?: Show<PodSandboxStats>): TellBulk {
  const pod: Show<PodSandboxStats> = async (stats) => {
    const linux =
      stats.linux && withField(stats.linux, 'containers', await shownAll(stats.linux.containers, show));
    const inner = withField(stats, 'linux', linux);
    return (await showPod?.(inner)) ?? inner;
  };
  return (lying) => ({
    ...unary('ContainerStats', lying, async (answer) =>
      answer.stats === undefined
        ? answer
        : withField(answer, 'stats', (await show(answer.stats)) ?? answer.stats),
    ),
    ...unary('ListContainerStats', lying, async (answer) =>
      withField(answer, 'stats', await shownAll(answer.stats, show)),
    ),
    ...streamed('StreamContainerStats', lying, async (page) =>
      withField(page, 'container_stats', await shownAll(page.container_stats, show)),
    ),
    ...unary('PodSandboxStats', lying, async (answer) =>
      answer.stats === undefined
        ? answer
        : withField(answer, 'stats', (await pod(answer.stats)) ?? answer.stats),
    ),
    ...unary('ListPodSandboxStats', lying, async (answer) =>
      withField(answer, 'stats', await shownAll(answer.stats, pod)),
    ),
    ...streamed('StreamPodSandboxStats', lying, async (page) =>
      withField(page, 'pod_sandbox_stats', await shownAll(page.pod_sandbox_stats, pod)),
    ),
  });
}
