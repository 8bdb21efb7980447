// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { ResponseOf, UnaryMethod } from '#cri/methods.js';
import { streamMethods } from '#cri/proto/generated/methods.js';
import type { CriHandlers, UnaryHandler } from '#cri/server/handlers.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import { occasionDecoys } from './occasion-decoys.js';
import { serviceDecoys } from './service-decoys.js';
import { lyingAbout, type Tell, type Truth } from '../lying-runtime.js';

/** What a correct runtime may do as well: no contract may flag it. */
export interface Decoy {
  readonly name: string;
  readonly tell: (truth: Truth, tell: Tell) => CriHandlers;
  readonly scenarios: readonly ScenarioId[];
}

type Way = Decoy['tell'];

/** Other answers than the reference runtime's; undefined: the same. */
const answering = <M extends UnaryMethod>(
  rpc: M,
  change: (answer: ResponseOf<M>) => ResponseOf<M> | undefined,
): Way => lyingAbout(rpc, async (_, honest) => change(await honest()));

const together =
  (...ways: readonly Way[]): Way =>
  (truth, tell) =>
    Object.assign({}, ...ways.map((way) => way(truth, tell))) as CriHandlers;

/** The list in another order; undefined: there is none. */
function turned<T>(items: readonly T[] | undefined): readonly T[] | undefined {
  return items === undefined || items.length < 2 ? undefined : [...items].reverse();
}

/** Something for every RPC but the streams. */
const everywhere =
  (way: (rpc: UnaryMethod) => Way): Way =>
  (truth, tell) => {
    const streams: readonly string[] = streamMethods;
    const unary = Object.keys(truth).filter((rpc) => !streams.includes(rpc)) as UnaryMethod[];
    return together(...unary.map(way))(truth, tell);
  };

const shuffledLists: Way = together(
  answering('ListPodSandbox', (answer) => {
    const items = turned(answer.items);
    return items && { ...answer, items };
  }),
  answering('ListContainers', (answer) => {
    const containers = turned(answer.containers);
    return containers && { ...answer, containers };
  }),
  answering('ListImages', (answer) => {
    const images = turned(answer.images);
    return images && { ...answer, images };
  }),
  answering('ListContainerStats', (answer) => {
    const stats = turned(answer.stats);
    return stats && { ...answer, stats };
  }),
);

/** Every refusal in other words. */
const otherWords: Way = everywhere((rpc) =>
  lyingAbout(rpc, async (_, honest) => {
    try {
      await honest();
    } catch (error) {
      if (error instanceof CriRefusal) throw new CriRefusal(error.code, 'geht nicht');
      throw error;
    }
    return undefined;
  }),
);

const moreConditions: Way = lyingAbout('Status', async ({ verbose = false }, honest) => {
  const { status, info, ...answer } = await honest();
  const more = { type: 'HasNoDeprecationWarnings', status: false, reason: 'Old', message: 'v1alpha2' };
  return {
    ...answer,
    status: { ...status, conditions: [...(status?.conditions ?? []), more] },
    ...(verbose && { info: { ...info, lastCNILoadStatus: 'OK' } }),
  };
});

const turnedHandlers: Way = (truth, tell) => {
  let calls = 0;
  const more = { name: 'other', features: { recursive_read_only_mounts: true } };
  return answering('Status', (answer) => {
    const handlers = [...(answer.runtime_handlers ?? []), more];
    return { ...answer, runtime_handlers: calls++ % 2 === 0 ? handlers : handlers.reverse() };
  })(truth, tell);
};

/** The other one of the two ways to tell that the time of a command is over. */
const otherTimeOut: Way = lyingAbout('ExecSync', async (_, honest) => {
  try {
    const { exit_code: code } = await honest();
    if (code !== -1) return undefined;
  } catch (error) {
    if (!(error instanceof CriRefusal) || error.code !== 'DEADLINE_EXCEEDED') throw error;
    return { exit_code: -1, stderr: Buffer.from('command timed out').toString('base64') };
  }
  throw new CriRefusal('DEADLINE_EXCEEDED', 'the time of the command is over');
});

/** A container whose start failed is gone. */
const failedIsRemoved: Way = (truth, tell) =>
  lyingAbout('StartContainer', async (request, honest) => {
    try {
      await honest();
    } catch (error) {
      await truth.RemoveContainer(request, call);
      throw new CriRefusal('UNKNOWN', `${String(error)}; the container was removed`);
    }
    return undefined;
  })(truth, tell);

/** A request of nobody in particular. */
const call = { signal: new AbortController().signal } as Parameters<UnaryHandler>[1];

const noEvents: Way = (_, tell) => ({
  // eslint-disable-next-line require-yield -- a stream that ends at once
  async *GetContainerEvents(request) {
    await Promise.resolve();
    tell({ rpc: 'GetContainerEvents', request });
  },
});

const slow: Way = everywhere((rpc) =>
  lyingAbout(rpc, async (_, honest) => {
    await sleep(400);
    return { ...(await honest()) };
  }),
);

const fewStats: Way = together(
  answering('ListContainerStats', (answer) => ({
    stats: (answer.stats ?? []).map(({ cpu, ...stats }) => {
      const { usage_nano_cores: rate, ...rest } = cpu ?? {};
      return rate === undefined && cpu === undefined ? stats : { ...stats, cpu: rest };
    }),
  })),
  answering('ContainerStats', ({ stats = {} }) => {
    const { usage_nano_cores: rate, ...cpu } = stats.cpu ?? {};
    return rate === undefined ? undefined : { stats: { ...stats, cpu } };
  }),
);

/** A sandbox that exists already is answered with its id. */
const sameSandbox: Way = (truth, tell) => {
  const made = new Map<string, string>();
  return lyingAbout('RunPodSandbox', async ({ config }, honest) => {
    const key = JSON.stringify(config?.metadata);
    const known = made.get(key);
    if (known !== undefined) {
      const { status } = await truth
        .PodSandboxStatus({ pod_sandbox_id: known }, call)
        .catch(() => ({ status: undefined }));
      if (status !== undefined && (status.state ?? 'SANDBOX_READY') === 'SANDBOX_READY')
        return { pod_sandbox_id: known };
    }
    made.set(key, (await honest()).pod_sandbox_id ?? '');
    return undefined;
  })(truth, tell);
};

const times = /_at$|^timestamp$/;

/** A clock of whole seconds. */
function inSeconds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSeconds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      const isTime = times.test(key) && typeof item === 'string';
      return [key, isTime ? `${item.slice(0, -9)}000000000` : inSeconds(item)];
    }),
  );
}

const wholeSeconds: Way = together(
  ...(['ContainerStatus', 'ListContainers', 'PodSandboxStatus', 'ListPodSandbox'] as const).map((rpc): Way =>
    lyingAbout(rpc, async (_, honest) => inSeconds(await honest()) as never),
  ),
  (truth, tell) => ({
    async *GetContainerEvents(request, served) {
      for await (const event of truth.GetContainerEvents(request, served)) {
        tell({ rpc: 'GetContainerEvents', request });
        yield inSeconds(event) as never;
      }
    },
  }),
);

/** The memory of the pod, or of the node, was exhausted. */
const killedForMemory: Way = answering('ContainerStatus', ({ status, ...answer }) =>
  status?.state === 'CONTAINER_EXITED' && status.exit_code === 137
    ? { ...answer, status: { ...status, reason: 'OOMKilled' } }
    : undefined,
);

/** The start of a container that runs does nothing. */
const startOfRunning: Way = (truth, tell) =>
  lyingAbout('StartContainer', async (request) => {
    const read = truth.ContainerStatus;
    const { status } = await read(request, call).catch(() => ({ status: undefined }));
    return status?.state === 'CONTAINER_RUNNING' ? {} : undefined;
  })(truth, tell);

/** Each new watcher gets what happened before, too. */
export const replayedEvents: Way = (truth, tell) => {
  const past: ResponseOf<'GetContainerEvents'>[] = [];
  let isFirst = true;
  return {
    async *GetContainerEvents(request, served) {
      const [old, keeps] = [[...past], isFirst];
      isFirst = false;
      if (old.length > 0) tell({ rpc: 'GetContainerEvents', request });
      yield* old;
      for await (const event of truth.GetContainerEvents(request, served)) {
        if (keeps) past.push(event);
        yield event;
      }
    },
  };
};

/** Another repository has the same image: its name is shown now and then. */
const otherReference: Way = (truth, tell) => {
  let reads = 0;
  const another = ({ image_ref: ref = '' }: ContainerStatus): string | undefined =>
    ref.includes('@') ? ref.replace(/[^/@]+@/, 'same-content@') : undefined;
  return answering('ContainerStatus', ({ status, ...answer }) => {
    const ref = status && another(status);
    return ref === undefined || reads++ % 2 === 0
      ? undefined
      : { ...answer, status: { ...status, image_ref: ref } };
  })(truth, tell);
};

/** Ten differences between runtimes that are legal. */
const knownDecoys: readonly Decoy[] = [
  {
    name: 'D1: lists are in another order',
    tell: shuffledLists,
    scenarios: ['containers.two-in-a-pod', 'stats.twice', 'images.collected'],
  },
  {
    name: 'D2: errors are told in other words',
    tell: otherWords,
    scenarios: ['containers.call-by-call', 'start.bad-entrypoint', 'images.broken-pulls'],
  },
  {
    name: 'D3: there are more conditions, and more information',
    tell: moreConditions,
    scenarios: ['runtime.answers', 'pod.happy-path'],
  },
  {
    name: 'D4: handlers are in another order each time',
    tell: turnedHandlers,
    scenarios: ['runtime.answers'],
  },
  {
    name: 'D5: a time-out of a command is told the other way',
    tell: otherTimeOut,
    scenarios: ['exec.commands'],
  },
  {
    name: 'D6: a container is gone when its start has failed',
    tell: failedIsRemoved,
    scenarios: ['start.bad-entrypoint'],
  },
  { name: 'D7: there are no events', tell: noEvents, scenarios: ['events.watch'] },
  {
    name: 'D8: every call takes 400 ms longer',
    tell: slow,
    scenarios: ['pod.happy-path', 'exec.commands', 'stop.slow-handler', 'stop.ignores-term'],
  },
  { name: 'D9: statistics say less', tell: fewStats, scenarios: ['stats.twice'] },
  {
    name: 'D10: a second RunPodSandbox answers with the first sandbox',
    tell: sameSandbox,
    scenarios: ['containers.duplicate-names', 'pod.happy-path'],
  },
];

/** The ways to a false red that were measured. */
const measuredDecoys: readonly Decoy[] = [
  {
    name: 'the clock of the runtime has whole seconds',
    tell: wholeSeconds,
    scenarios: ['restart-policy.crash-with-always', 'pod.happy-path', 'stop.slow-handler', 'events.watch'],
  },
  {
    name: 'the memory of the pod is exhausted, not that of the container',
    tell: killedForMemory,
    scenarios: ['jobs.exit-codes'],
  },
  {
    name: 'the start of a running container does nothing',
    tell: startOfRunning,
    scenarios: ['containers.call-by-call'],
  },
  {
    name: 'another name of the same image is shown',
    tell: otherReference,
    scenarios: ['pod.happy-path', 'restart-policy.on-failure'],
  },
];

export const decoys: readonly Decoy[] = [
  ...knownDecoys,
  ...measuredDecoys,
  ...occasionDecoys,
  ...serviceDecoys,
];
