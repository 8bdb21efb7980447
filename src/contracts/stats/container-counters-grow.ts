// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/order.js';
import { type Contract, defineContract } from '../contract.js';
import { cpuSample, fallOf, isGrowth } from '../cpu-sample.js';
import { holds, judgeEach, pairs } from '../judging.js';
import { isRunningAt } from '../occasions.js';

export const statsContainerCountersGrow: Contract = defineContract({
  id: 'stats.container.counters-grow',
  level: 'must',
  since: '0.1.0',
  title: 'Times and processor use of a running container never fall',
  reference: {
    source: 'CRI v1, CpuUsage.usage_core_nano_seconds',
    says: 'the value is cumulative and the time says when it was taken',
  },
  consequence: 'Rates become absurd and are thrown away: autoscaling works on nothing.',
  covers: ['STS-003', 'STS-004', 'M2'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const reads = evidence
          .on('ContainerStats', life.id)
          .filter(isAnswered)
          .filter((call) => isRunningAt(life, call));
        return pairs(reads).filter(([one, other]) => beganAfter(other, one));
      }),
      'no statistics of a running container were read twice',
      ([one, other]) => {
        const [before, after] = [cpuSample(one), cpuSample(other)];
        return holds([one, other], isGrowth(before, after), fallOf(before, after));
      },
    ),
});
