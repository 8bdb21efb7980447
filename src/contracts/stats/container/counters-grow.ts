// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type AnsweredCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { cpuSample, fallOf, isGrowth } from '../../occasions/cpu-sample.js';
import { holds, judgeEach, pairs } from '../../judging/judging.js';
import { isRunningAt } from '../../occasions/occasions.js';

export const statsContainerCountersGrow: Contract = {
  id: 'stats.container.counters-grow',
  level: 'must',
  since: '0.1.0',
  title: 'Timestamps and CPU usage of a running container never decrease',
  reference: {
    source: 'CRI v1, CpuUsage.usage_core_nano_seconds',
    says: 'the value is cumulative and the time says when it was taken',
  },
  consequence: 'Rates become absurd and are dropped: autoscaling has no data.',
  covers: ['STS-003', 'STS-004', 'M2'],
  check: (evidence) =>
    judgeEach(readTwice(evidence), 'no statistics of a running container were read twice', ([one, other]) => {
      const [before, after] = [cpuSample(one), cpuSample(other)];
      const backNs = evidence.setBackNs(one.beganMs, other.endedMs);
      return holds([one, other], isGrowth(before, after, backNs), fallOf(before, after));
    }),
};

type Stats = AnsweredCall<'ContainerStats'>;

function* readTwice(evidence: Evidence): Generator<readonly [Stats, Stats]> {
  for (const life of evidence.containers())
    yield* pairs(readsOf(evidence, life), (one, other) =>
      beganAfter(other, one) ? [[one, other] as const] : [],
    );
}

function readsOf(evidence: Evidence, life: ContainerHistory): readonly Stats[] {
  const reads = evidence.on('ContainerStats', life.id).filter((call) => isAnswered(call));
  return reads.filter((call) => isRunningAt(life, call));
}
