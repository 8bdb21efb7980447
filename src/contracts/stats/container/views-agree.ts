// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats, FilesystemUsage } from '#cri/proto/generated/messages.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, type ExpectedAndActual } from '../../judging/judging.js';
import {
  disagreement,
  gauge,
  lostTime,
  memoryQuantities,
  memorySlack,
  onDisk,
  type Quantity,
} from '../../occasions/stats/quantities.js';
import { inARow, isQuietSince } from '../../occasions/stats/sample-pairs.js';
import { runningSamples } from '../../occasions/stats/stats-samples.js';

export const statsContainerViewsAgree: Contract = {
  id: 'stats.container.views-agree',
  level: 'must',
  since: '0.1.0',
  title: 'Statistics of a container that changes nothing agree, whichever method gives them',
  reference: {
    source: 'CRI v1, ContainerStats, in four answers; kubelet, CRI stats provider',
    says: 'the kubelet takes the same message from ListContainerStats, or from ListPodSandboxStats, as it is configured',
  },
  consequence: 'What a pod uses depends on who asks: eviction and kubectl top contradict each other.',
  covers: ['L4'],
  check: (evidence) => {
    const quiet = runningSamples(evidence).filter(({ life, call }) => isQuietSince(evidence, life, call));
    return judgeEach(
      inARow(evidence, quiet),
      'no statistics of a quiet container were read twice',
      ([one, other]) => {
        const wrong =
          lostTime(timesOf(one.stats), timesOf(other.stats)) ??
          otherPlace(one.stats, other.stats) ??
          disagreement(quantities, one.stats, other.stats);
        return holds([one.call, other.call], wrong === undefined, wrong ?? { expected: '', actual: '' });
      },
    );
  },
};

const timesOf = ({ cpu, memory, swap, writable_layer }: ContainerStats) => ({
  cpu,
  memory,
  swap,
  writable_layer,
});

function otherPlace(before: ContainerStats, after: ContainerStats): ExpectedAndActual | undefined {
  const [was, is] = [before, after].map((stats) => stats.writable_layer?.fs_id?.mountpoint ?? '');
  if (was === '' || was === is) return undefined;
  return { expected: `writable_layer at ${was}, as before`, actual: is ?? '' };
}

/** containerd measures layers in the background: before that, the numbers are 0 without a time. */
function measured(layer: FilesystemUsage | undefined): FilesystemUsage | undefined {
  return parseInt64(layer?.timestamp) === 0n ? undefined : layer;
}

const quantities: readonly Quantity<ContainerStats>[] = [
  ...memoryQuantities,
  { name: 'swap.swap_usage_bytes', of: ({ swap }) => swap?.swap_usage_bytes, agree: gauge(memorySlack) },
  {
    name: 'swap.swap_available_bytes',
    of: ({ swap }) => swap?.swap_available_bytes,
    agree: gauge(memorySlack),
  },
  {
    name: 'writable_layer.used_bytes',
    of: ({ writable_layer: layer }) => measured(layer)?.used_bytes,
    agree: onDisk(8192n),
  },
  {
    name: 'writable_layer.inodes_used',
    of: ({ writable_layer: layer }) => measured(layer)?.inodes_used,
    agree: onDisk(64n),
  },
];
