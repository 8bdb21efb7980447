// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { CriHandlers, UnaryHandler } from '#cri/server/handlers.js';
import { lyingAbout, type Tell, type Truth } from './lying-runtime.js';

/** A runtime of which something is broken for good. */
export interface Broken {
  readonly name: string;
  readonly tell: (truth: Truth, tell: Tell) => CriHandlers;
  /** One of these says so. */
  readonly says: readonly ContractId[];
}

/** From the nth call on: earlier ones are of the preflight and the trial pod. */
function since(rpc: UnaryMethod, nth: number, way: () => never | Promise<never>): Broken['tell'] {
  return (truth, tell) => {
    const honest = truth[rpc];
    let calls = 0;
    return {
      [rpc]: (request: never, call: never) => {
        if (++calls < nth) return honest(request, call);
        tell({ rpc, request });
        return way();
      },
    };
  };
}

export const hangs = (rpc: UnaryMethod, nth: number): Broken => ({
  name: `${rpc} hangs`,
  tell: since(rpc, nth, () => new Promise<never>(() => undefined)),
  says: ['runtime.calls.answered'],
});

export const refuses = (rpc: UnaryMethod, nth: number, says: Broken['says']): Broken => ({
  name: `${rpc} is always refused`,
  tell: since(rpc, nth, () => {
    throw new CriRefusal('UNKNOWN', 'not now');
  }),
  says,
});

/** A state that never shows. */
export const frozen: readonly Broken[] = [
  {
    name: 'a started container never runs, by its status and every list',
    tell: (truth, tell) => ({
      ...lyingAbout('ContainerStatus', async (_, honest) => {
        const { status, ...answer } = await honest();
        return status?.state === 'CONTAINER_RUNNING'
          ? { ...answer, status: { ...status, state: 'CONTAINER_CREATED', started_at: '0' } }
          : undefined;
      })(truth, tell),
      ...lyingAbout('ListContainers', async (_, honest) => {
        const { containers = [], ...answer } = await honest();
        const shown = containers.map((item) =>
          item.state === 'CONTAINER_RUNNING' ? { ...item, state: 'CONTAINER_CREATED' as const } : item,
        );
        return { ...answer, containers: shown };
      })(truth, tell),
    }),
    says: ['container.start.running-or-exited'],
  },
  {
    name: 'a container runs for ever, by its status and every list',
    tell: (truth, tell) => ({
      ...lyingAbout('ContainerStatus', async (_, honest) => {
        const { status, ...answer } = await honest();
        if (status?.state !== 'CONTAINER_EXITED') return undefined;
        const running = { state: 'CONTAINER_RUNNING', finished_at: '0', exit_code: 0, reason: '' } as const;
        return { ...answer, status: { ...status, ...running } };
      })(truth, tell),
      ...lyingAbout('ListContainers', async (_, honest) => {
        const { containers = [], ...answer } = await honest();
        const shown = containers.map((item) =>
          item.state === 'CONTAINER_EXITED' ? { ...item, state: 'CONTAINER_RUNNING' as const } : item,
        );
        return { ...answer, containers: shown };
      })(truth, tell),
    }),
    says: ['container.stop.exited-on-return'],
  },
  {
    name: 'a sandbox is never ready, by its status and every list',
    tell: (truth, tell) => ({
      ...lyingAbout('PodSandboxStatus', async (_, honest) => {
        const { status, ...answer } = await honest();
        return { ...answer, status: { ...status, state: 'SANDBOX_NOTREADY' } };
      })(truth, tell),
      ...lyingAbout('ListPodSandbox', async (_, honest) => {
        const { items = [], ...answer } = await honest();
        return { ...answer, items: items.map((item) => ({ ...item, state: 'SANDBOX_NOTREADY' as const })) };
      })(truth, tell),
    }),
    says: ['sandbox.run.ready-at-once'],
  },
  {
    name: 'lists of containers are empty',
    tell: lyingAbout('ListContainers', () => ({})),
    says: ['container.list.stays-until-removed', 'container.create.listed-under-sandbox'],
  },
  {
    name: 'lists of sandboxes are empty',
    tell: lyingAbout('ListPodSandbox', () => ({})),
    says: ['sandbox.list.filters-find', 'sandbox.stop.not-ready-and-listed', 'sandbox.run.ready-at-once'],
  },
  {
    name: 'the status of a container says nothing',
    tell: lyingAbout('ContainerStatus', () => ({})),
    says: ['container.status.required-fields', 'container.status.succeeds'],
  },
  {
    name: 'the status of a sandbox says nothing',
    tell: lyingAbout('PodSandboxStatus', () => ({})),
    says: ['sandbox.status.succeeds', 'sandbox.status.metadata-unchanged'],
  },
  {
    name: 'whatever ignores its signal is killed 25 s after its time',
    tell: lyingAbout('StopContainer', async ({ timeout = '0' }, honest) => {
      const beganMs = performance.now();
      const answer = await honest();
      if (performance.now() - beganMs < Number(timeout) * 1000) return undefined;
      await sleep(25_000);
      return { ...answer };
    }),
    says: ['container.stop.kills-after-timeout', 'runtime.calls.answered'],
  },
  {
    name: 'lists of containers stay as they first were',
    tell: (truth: Truth, tell: Tell): CriHandlers => {
      let first: Awaited<ReturnType<UnaryHandler<'ListContainers'>>> | undefined;
      return lyingAbout('ListContainers', async ({ filter }, honest) => {
        if (filter !== undefined && Object.keys(filter).length > 0) return undefined;
        return (first ??= await honest());
      })(truth, tell);
    },
    says: ['container.list.stays-until-removed', 'container.remove.gone'],
  },
];
