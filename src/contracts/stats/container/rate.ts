// SPDX-License-Identifier: Apache-2.0
import type { CpuUsage } from '#cri/proto/generated/messages.js';
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { inARow } from '../../occasions/stats/sample-pairs.js';
import { isBusyAt, runningSamples, sandboxSamples } from '../../occasions/stats/stats-samples.js';
import type { Verdict } from '../../verdict.js';

export const statsContainerRate: Contract = {
  id: 'stats.container.rate',
  level: 'must',
  since: '0.1.0',
  title: 'The rate of processor use, if told, is possible, and not 0 of what computes',
  reference: {
    source: 'CRI v1, CpuUsage.usage_nano_cores; kubelet, CRI stats provider',
    says: 'the rate is optional; a kubelet that gets one passes it on as it is',
  },
  consequence: 'kubectl top and autoscaling show a busy pod as idle, or as busier than the machine.',
  covers: ['M1'],
  check: (evidence) =>
    judgeEach(occasions(evidence), 'no rate of processor use was told', (judge) => judge()),
};

type Judge = () => Verdict;

interface Rated {
  readonly call: AnsweredCall;
  readonly life: object;
  readonly cpu: CpuUsage;
  /** A program in it keeps a processor busy. */
  readonly computes: boolean;
  readonly programs: number;
}

/** Of containers and of pods, each in the order the calls began. */
function ratedIn(evidence: Evidence): readonly Rated[] {
  const ofPods = sandboxSamples(evidence).map(({ stats, call, life }) => {
    const inside = evidence.containers().filter(({ sandboxId }) => sandboxId === life.id);
    return {
      call,
      life,
      cpu: stats.linux?.cpu,
      computes: inside.some((each) => isBusyAt(each, call)),
      programs: inside.length,
    };
  });
  const ofContainers = runningSamples(evidence).map(({ stats, call, life }) => {
    return { call, life, cpu: stats.cpu, computes: isBusyAt(life, call), programs: 1 };
  });
  return [...ofPods, ...ofContainers].flatMap(({ cpu, ...rest }) =>
    cpu?.usage_nano_cores === undefined ? [] : [{ ...rest, cpu }],
  );
}

function occasions(evidence: Evidence): readonly Judge[] {
  const rated = ratedIn(evidence);
  return [
    ...rated.map((each) => () => judgeSize(each)),
    ...standstills(evidence, rated),
    ...exaggerations(rated),
  ];
}

const rateOf = ({ cpu }: Rated): bigint => parseInt64(cpu.usage_nano_cores?.value);
const usageOf = ({ cpu }: Rated): bigint => parseInt64(cpu.usage_core_nano_seconds?.value);

/**
 * Programs of this suite compute with one thread. Kernels account in ticks, and some runtimes compare with a sample
 * that is a moment old: a short time can hold a long tick.
 */
const mostNanoCores = 16_000_000_000n;

/** Of a program that always computes, however many do so beside it. */
const leastNanoCores = 100_000n;

function judgeSize(rated: Rated): Verdict {
  const rate = rateOf(rated);
  return holds([rated.call], rate <= mostNanoCores, {
    expected: `usage_nano_cores of a few programs with one thread each, at most ${mostNanoCores}`,
    actual: `${rate}`,
  });
}

/**
 * Of something whose rate was told before, and that computed since. One 0 may come from a sample in between that we
 * did not see: a method that always says 0 is wrong.
 */
function standstills(evidence: Evidence, rated: readonly Rated[]): readonly Judge[] {
  const byMethod = new Map<string, Rated[]>();
  const lives = [...new Set(rated.map(({ life }) => life))];
  const computing = rated.filter(({ computes }) => computes);
  for (const [one, other] of inARow(evidence, computing)) {
    if (!wasRated(computing, other) || usageOf(other) <= usageOf(one)) continue;
    const key = `${lives.indexOf(other.life)} ${other.call.rpc}`;
    byMethod.set(key, [...(byMethod.get(key) ?? []), other]);
  }
  return [...byMethod.values()]
    .filter((reads) => reads.length > 1)
    .map((reads) => () => {
      const calls = reads.map(({ call }) => call);
      return holds(
        calls,
        reads.some((each) => rateOf(each) >= leastNanoCores),
        {
          expected: `usage_nano_cores of at least ${leastNanoCores} of what has computed since it was measured before`,
          actual: reads.map((each) => rateOf(each)).join(', '),
        },
      );
    });
}

/** So many moments that were all too short, as ticks go, there cannot be. */
const enoughReads = 4;

/** What always computes was told often: at least once that was about the time that it can have used. */
function exaggerations(rated: readonly Rated[]): readonly Judge[] {
  const computing = rated.filter((each) => each.computes && rateOf(each) > 0n);
  return [...new Set(computing.map(({ life }) => life))]
    .map((life) => computing.filter((each) => each.life === life))
    .filter((reads) => reads.length >= enoughReads)
    .map((reads) => () => {
      const most = BigInt(Math.max(...reads.map(({ programs }) => programs))) * 1_500_000_000n;
      const rates = reads.map((each) => rateOf(each));
      return holds(
        reads.slice(0, enoughReads).map(({ call }) => call),
        rates.some((rate) => rate <= most),
        { expected: `usage_nano_cores of at most ${most} at least once`, actual: rates.join(', ') },
      );
    });
}

/** A runtime that measures in the background knows no rate at first. */
function wasRated(rated: readonly Rated[], { call, life }: Rated): boolean {
  return rated.some((each) => each.life === life && each.call.seq < call.seq && rateOf(each) > 0n);
}
