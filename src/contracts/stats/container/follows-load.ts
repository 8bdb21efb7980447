// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lineSeenBefore } from '../../occasions/occasions.js';
import { cpuSample } from '../../occasions/stats/cpu-sample.js';
import {
  heldBytes,
  isBusyAt,
  runningSamples,
  type ContainerSample,
} from '../../occasions/stats/stats-samples.js';
import type { Verdict } from '../../verdict.js';

export const statsContainerFollowsLoad: Contract = {
  id: 'stats.container.follows-load',
  level: 'must',
  since: '0.1.0',
  title: 'Statistics show the processor time that a program uses and the memory that it holds',
  reference: {
    source: 'CRI v1, CpuUsage and MemoryUsage; kubelet, CRI stats provider',
    says: 'usage is measured when it is asked for, or a moment before',
  },
  consequence: 'Eviction, autoscaling and kubectl top work on numbers that have nothing to do with the pod.',
  covers: ['STS-003', 'M2'],
  check: (evidence) => {
    const samples = runningSamples(evidence);
    return judgeEach(
      [...busyPairs(evidence, samples), ...holders(evidence, samples)],
      'no statistics were read of a program whose usage is known',
      (judge) => judge(),
    );
  },
};

type Judge = () => Verdict;

const apartMs = 250;
/** Some runtimes measure in the background, every ten seconds: reads that are closer may show the same sample. */
const resampledMs = 11_000;

/** One thread of work, with what the runtime itself spends on its behalf. */
function busyPairs(evidence: Evidence, samples: readonly ContainerSample[]): readonly Judge[] {
  const busy = samples.filter(
    ({ life, call }) => isBusyAt(life, call) && lineSeenBefore(evidence, life, call) !== undefined,
  );
  return busy.flatMap((other, at) => {
    const before = busy.slice(0, at).filter(({ life }) => life === other.life);
    const apart = (ms: number): ContainerSample | undefined =>
      before.findLast(({ call }) => other.call.beganMs - call.endedMs >= ms);
    const last = apart(apartMs);
    const one = last !== undefined && isSameSample(last, other) ? apart(resampledMs) : last;
    return one === undefined ? [] : [(): Verdict => judgeBusy(one, other)];
  });
}

function isSameSample(one: ContainerSample, other: ContainerSample): boolean {
  const [before, after] = [cpuSample(one.stats), cpuSample(other.stats)];
  return before.time === after.time && before.usage === after.usage;
}

function judgeBusy(one: ContainerSample, other: ContainerSample): Verdict {
  const [before, after] = [cpuSample(one.stats), cpuSample(other.stats)];
  const [time, usage] = [after.time - before.time, after.usage - before.usage];
  const most = (time * 5n) / 4n + 50_000_000n;
  return holds([one.call, other.call], time > 0n && usage > 0n && usage <= most, {
    expected: `a program that computes all the time has used some of the ${time} ns between the two samples, and at most one processor`,
    actual: `${usage} ns, timestamps ${before.time} and ${after.time}`,
  });
}

/** More than what it holds is the kernel's and the runtime's, and no multiple of it. */
function holders(evidence: Evidence, samples: readonly ContainerSample[]): readonly Judge[] {
  return samples
    .filter(({ life, call }) => heldBytes(life) > 0n && lineSeenBefore(evidence, life, call) !== undefined)
    .filter((sample) => isMeasuredSince(evidence, sample))
    .map(({ life, call, stats }) => () => {
      const held = heldBytes(life);
      const { usage_bytes: usage, working_set_bytes: workingSet, rss_bytes: rss } = stats.memory ?? {};
      const shown = [usage, workingSet, rss].map((number) => number && parseInt64(number.value));
      const isRight = shown.every(
        (bytes, at) =>
          // rss_bytes is optional; the kubelet needs the other two.
          (bytes === undefined && at === 2) ||
          (bytes !== undefined && bytes >= (held * 9n) / 10n && bytes <= held * 2n + slackBytes),
      );
      return holds([life.create, call], isRight, {
        expected: `usage_bytes, working_set_bytes and rss_bytes of a program that holds ${held} bytes`,
        actual: shown.map((bytes) => bytes ?? 'none').join(', '),
      });
    });
}

/** A runtime that measures in the background may show what was before its program had allocated anything. */
function isMeasuredSince(evidence: Evidence, { life, call, stats }: ContainerSample): boolean {
  const saidMs = evidence
    .steps('wait-for-log')
    .filter(
      ({ parameters, endedMs = Infinity }) => parameters.container === life.name && endedMs <= call.beganMs,
    )
    .reduce((last, { endedMs = 0 }) => Math.max(last, endedMs), 0);
  return parseInt64(stats.memory?.timestamp) >= evidence.wallClockNs(saidMs);
}

const slackBytes = 64n << 20n;
