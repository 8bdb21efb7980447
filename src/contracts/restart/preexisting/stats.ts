// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { isAcross } from '../../occasions/across.js';
import type { Contract } from '../../contract.js';
import { cpuSample, fallOf, isGrowth } from '../../occasions/stats/cpu-sample.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';
import { isRunningAt } from '../../occasions/occasions.js';

export const restartPreexistingStats: Contract = {
  id: 'restart.preexisting.stats',
  level: 'must',
  since: '0.1.0',
  title: 'A container from before the restart has statistics after it, and its counters continue',
  reference: {
    source: 'CRI v1, RPC ContainerStats and CpuUsage.usage_core_nano_seconds',
    says: 'the value is cumulative over the life of the container',
  },
  consequence:
    'Pods vanish from the metrics, or rates become absurd: autoscaling acts on a restart of the runtime.',
  covers: ['RS4', 'M2'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const reads = evidence.on('ContainerStats', life.id).filter((read) => isRunningAt(life, read));
        const before = reads.filter(isAnswered);
        return before.flatMap((one) =>
          reads.filter((other) => isAcross(evidence, one, other)).map((other) => ({ one, other })),
        );
      }),
      'no statistics of a container were read before and after a restart',
      ({ one, other }) => {
        if (!isAnswered(other))
          return mustSucceed(other, 'ContainerStats of a container from before the restart');
        const before = cpuSample(one.outcome.response.stats ?? {});
        const after = cpuSample(other.outcome.response.stats ?? {});
        const backNs = evidence.setBackNs(one.beganMs, other.endedMs);
        return holds([one, other], isGrowth(before, after, backNs), fallOf(before, after));
      },
    ),
};
