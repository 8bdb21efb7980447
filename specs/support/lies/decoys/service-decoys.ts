// SPDX-License-Identifier: Apache-2.0
// What runtimes may do with events and statistics.
import type {
  ContainerEventResponse,
  ContainerEventType,
  ContainerStats,
  PodSandboxStats,
} from '#cri/proto/generated/messages.js';
import type { Decoy } from './decoys.js';
import { allOf, inSandboxStatuses } from '../in-every-view.js';
import { lyingAbout } from '../lying-runtime.js';

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

/** Of two more addresses, in either order and in either spelling. */
const manyAddresses: Decoy['tell'] = (truth, tell) => {
  const pods: string[] = [];
  let reads = 0;
  return inSandboxStatuses(({ id = '', network, ...status }) => {
    if ((network?.ip ?? '') === '') return undefined;
    if (!pods.includes(id)) pods.push(id);
    const nth = pods.indexOf(id) + 10;
    const [one, other] = [{ ip: `fd00:10::${nth}` }, { ip: `fd00:20::${nth}` }];
    reads += 1;
    const additional_ips = reads % 2 === 0 ? [one, other] : [other, { ip: `FD00:10:0:0:0:0:0:${nth}` }];
    return { ...status, id, network: { ...network, additional_ips } };
  })(truth, tell);
};

/** As runtimes did before v1.36. */
const digestsOfPulls: Decoy['tell'] = (truth, tell) => {
  const request = (name: string | undefined) => ({ image: { image: name } });
  return {
    PullImage: async (asked, call) => {
      await truth.PullImage(asked, call);
      const { image } = await truth.ImageStatus(request(asked.image?.image), call);
      tell({ rpc: 'PullImage', request: asked });
      return { image_ref: image?.repo_digests?.[0] ?? image?.id };
    },
  };
};

export const serviceDecoys: readonly Decoy[] = [
  {
    name: 'a pod has more addresses, in any order',
    tell: manyAddresses,
    scenarios: ['pod.happy-path', 'sandbox.second-attempt', 'containers.two-in-a-pod'],
  },
  {
    name: 'a pull is answered with a digest',
    tell: digestsOfPulls,
    scenarios: ['images.names', 'images.users', 'images.pulled-always'],
  },
  {
    name: 'statistics are measured every ten seconds',
    tell: everyTenSeconds,
    scenarios: ['stats.under-load', 'stats.twice', 'stats.second-attempt', 'stats.after-exit'],
  },
  {
    name: 'there are events of a later type',
    tell: laterTypes,
    scenarios: ['events.watch', 'events.many-watchers'],
  },
];
