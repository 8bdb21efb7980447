// SPDX-License-Identifier: Apache-2.0
// What runtimes may do with events and statistics.
import type {
  ContainerEventResponse,
  ContainerEventType,
  ContainerStats,
  PodSandboxStats,
} from '#cri/proto/generated/messages.js';
import type { Decoy } from './decoys.js';
import { allOf } from './in-every-view.js';
import { lyingAbout } from './lying-runtime.js';

const periodMs = 10_000;

/** What was measured of each object last, if that is not too long ago. */
function sampled<T>(idOf: (stats: T) => string | undefined): (stats: T) => T {
  const samples = new Map<string | undefined, { readonly atMs: number; readonly stats: T }>();
  return (stats) => {
    const id = idOf(stats);
    const known = samples.get(id);
    if (known !== undefined && performance.now() - known.atMs < periodMs) return known.stats;
    samples.set(id, { atMs: performance.now(), stats });
    return stats;
  };
}

/** As CRI-O does with a stats_collection_period: every method gives the same sample, with the time of then. */
const everyTenSeconds: Decoy['tell'] = (truth, tell) => {
  const container = sampled<ContainerStats>(({ attributes }) => attributes?.id);
  const own = sampled<PodSandboxStats>(({ attributes }) => attributes?.id);
  const pod = (stats: PodSandboxStats): PodSandboxStats => ({
    ...own(stats),
    linux: { ...own(stats).linux, containers: (stats.linux?.containers ?? []).map(container) },
  });
  return allOf(
    lyingAbout('ContainerStats', async (_, honest) => {
      const { stats } = await honest();
      return stats && { stats: container(stats) };
    }),
    lyingAbout('ListContainerStats', async (_, honest) => ({
      stats: ((await honest()).stats ?? []).map(container),
    })),
    lyingAbout('PodSandboxStats', async (_, honest) => {
      const { stats } = await honest();
      return stats && { stats: pod(stats) };
    }),
    lyingAbout('ListPodSandboxStats', async (_, honest) => ({
      stats: ((await honest()).stats ?? []).map(pod),
    })),
  )(truth, tell);
};

/** Each event is followed by one of a type that this version of the CRI does not have. */
const laterTypes: Decoy['tell'] = (truth, tell) => ({
  async *GetContainerEvents(request, call) {
    for await (const event of truth.GetContainerEvents(request, call)) {
      yield event;
      tell({ rpc: 'GetContainerEvents', request });
      const later: ContainerEventResponse = {
        ...event,
        container_event_type: 17 as unknown as ContainerEventType,
      };
      yield later;
    }
  },
});

export const serviceDecoys: readonly Decoy[] = [
  {
    name: 'statistics are measured every ten seconds',
    tell: everyTenSeconds,
    scenarios: ['stats.under-load'],
  },
  {
    name: 'there are events of a later type',
    tell: laterTypes,
    scenarios: ['events.watch', 'events.many-watchers'],
  },
];
