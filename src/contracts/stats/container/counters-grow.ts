// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { cpuSample, fallOf, isGrowth } from '../../occasions/stats/cpu-sample.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { runningSamples, type ContainerSample } from '../../occasions/stats/stats-samples.js';

export const statsContainerCountersGrow: Contract = {
  id: 'stats.container.counters-grow',
  level: 'must',
  since: '0.1.0',
  title: 'Timestamps and CPU usage of a running container never decrease, whichever method gives them',
  reference: {
    source: 'CRI v1, CpuUsage.usage_core_nano_seconds',
    says: 'the value is cumulative and the time says when it was taken',
  },
  consequence: 'Rates become absurd and are dropped: autoscaling has no data.',
  covers: ['STS-004', 'M2'],
  check: (evidence) =>
    judgeEach(readTwice(evidence), 'no statistics of a running container were read twice', ([one, other]) => {
      const [before, after] = [cpuSample(one.stats), cpuSample(other.stats)];
      const backNs = evidence.setBackNs(one.call.beganMs, other.call.endedMs);
      return holds([one.call, other.call], isGrowth(before, after, backNs), fallOf(before, after));
    }),
};

/** Each sample with the last one of its container that was answered before it. */
function* readTwice(evidence: Evidence): Generator<readonly [ContainerSample, ContainerSample]> {
  const samples = runningSamples(evidence);
  for (const [at, other] of samples.entries()) {
    const one = samples
      .slice(0, at)
      .findLast(({ call, life }) => life === other.life && beganAfter(other.call, call));
    if (one !== undefined) yield [one, other];
  }
}
