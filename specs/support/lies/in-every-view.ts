// SPDX-License-Identifier: Apache-2.0
import type {
  Container,
  ContainerStatus,
  PodSandbox,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { CriHandlers, ServedCall } from '#cri/server/handlers.js';
import { lyingAbout, type Tell, type Truth } from './lying-runtime.js';

type Telling = (truth: Truth, tell: Tell) => CriHandlers;

/** Undefined: this one is told as it is. */
type Changed<T> = (of: T) => T | undefined;

/** All these lies at once. No two of them may be about one method. */
export const allOf =
  (...lies: readonly Telling[]): Telling =>
  (truth, tell) =>
    Object.assign({}, ...lies.map((lie) => lie(truth, tell))) as CriHandlers;

/** While a call of one method is under way, those of the others wait. `isLong`: which of them; default: any. */
export function behind(
  first: UnaryMethod,
  others: readonly UnaryMethod[],
  isLong: (asked: { readonly timeout?: string | undefined }) => boolean = () => true,
): Telling {
  return (truth, tell) => {
    const underWay = new Set<Promise<unknown>>();
    const handler = truth[first] as (asked: unknown, call: ServedCall) => unknown;
    const noted = async (asked: object, call: ServedCall): Promise<unknown> => {
      const answer = Promise.resolve(handler(asked, call));
      if (!isLong(asked)) return answer;
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    };
    const late = others.map((rpc) =>
      lyingAbout(rpc, async (_, honest) => {
        if (underWay.size === 0) return undefined;
        await Promise.allSettled(underWay);
        return honest();
      }),
    );
    return { ...allOf(...late)(truth, tell), [first]: noted };
  };
}

/** What is false in the status of a container is as false in that of its sandbox, and in events. */
export const inStatuses = (change: Changed<ContainerStatus>): Telling =>
  allOf(
    lyingAbout('ContainerStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      const changed = status && change(status);
      return changed && { ...answer, status: changed };
    }),
    lyingAbout('PodSandboxStatus', async (_, honest) => {
      const { containers_statuses: statuses = [], ...answer } = await honest();
      const changed = statuses.map((status) => change(status) ?? status);
      return changed.every((status, at) => status === statuses[at])
        ? undefined
        : { ...answer, containers_statuses: changed };
    }),
    inEvents((statuses) => statuses.map((status) => change(status) ?? status)),
  );

const inEvents =
  (change: (statuses: readonly ContainerStatus[]) => readonly ContainerStatus[]): Telling =>
  (truth) => ({
    async *GetContainerEvents(request, call) {
      for await (const event of truth.GetContainerEvents(request, call))
        yield { ...event, containers_statuses: change(event.containers_statuses ?? []) };
    },
  });

export const inLists = (change: Changed<Container>): Telling =>
  lyingAbout('ListContainers', async (_, honest) => {
    const { containers = [] } = await honest();
    const changed = containers.map((item) => change(item) ?? item);
    return changed.every((item, at) => item === containers[at]) ? undefined : { containers: changed };
  });

export const inSandboxLists = (change: Changed<PodSandbox>): Telling =>
  lyingAbout('ListPodSandbox', async (_, honest) => {
    const { items = [] } = await honest();
    const changed = items.map((item) => change(item) ?? item);
    return changed.every((item, at) => item === items[at]) ? undefined : { items: changed };
  });

export const inSandboxStatuses = (change: Changed<PodSandboxStatus>): Telling =>
  lyingAbout('PodSandboxStatus', async (_, honest) => {
    const { status, ...answer } = await honest();
    const changed = status && change(status);
    return changed && { ...answer, status: changed };
  });

/** It has not ended, if one believes this. */
export const stillRunning = (status: ContainerStatus): ContainerStatus => ({
  ...status,
  state: 'CONTAINER_RUNNING',
  finished_at: undefined,
  exit_code: undefined,
  reason: undefined,
  message: undefined,
});
