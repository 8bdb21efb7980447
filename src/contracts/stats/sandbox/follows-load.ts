// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { inARow } from '../../occasions/stats/sample-pairs.js';
import {
  heldBytes,
  isSteadyAt,
  runningSamples,
  sandboxSamples,
  withoutSandboxStats,
  type SandboxSample,
} from '../../occasions/stats/stats-samples.js';
import { lineSeenBefore } from '../../occasions/occasions.js';
import { unsupported, type Verdict } from '../../verdict.js';

export const statsSandboxFollowsLoad: Contract = {
  id: 'stats.sandbox.follows-load',
  level: 'must',
  since: '0.1.0',
  title: 'Statistics of a sandbox include what its programs use, all of them together',
  reference: {
    source: 'CRI v1, LinuxPodSandboxStats; kubelet, CRI stats provider and eviction manager',
    says: 'a pod uses what its containers use, and the time of a sample is the time of its numbers',
  },
  consequence: 'The kubelet evicts pods in the wrong order: one that fills the node seems to use nothing.',
  covers: ['M5'],
  check: (evidence) => {
    const samples = sandboxSamples(evidence);
    return (
      withoutSandboxStats(evidence) ??
      withoutUsage(samples) ??
      judgeEach(
        [
          ...samples.flatMap((sample) => [...heldBy(evidence, sample), ...computedBy(evidence, sample)]),
          ...timesOf(evidence, samples),
        ],
        'no statistics of a sandbox were read whose programs use something that is known',
        (judge) => judge(),
      )
    );
  },
};

type Judge = () => Verdict;

/** A runtime may leave it to the kubelet to measure the cgroup of a pod. */
function withoutUsage(samples: readonly SandboxSample[]): Verdict | undefined {
  const [first] = samples;
  if (first === undefined || samples.some(({ stats: { linux } }) => linux?.cpu ?? linux?.memory))
    return undefined;
  return unsupported([first.call.seq], 'the statistics of pods have neither cpu nor memory');
}

/** Memory that its programs have allocated and keep. */
function heldBy(evidence: Evidence, { call, life, stats: { linux } }: SandboxSample): readonly Judge[] {
  const holders = evidence
    .containers()
    .filter((each) => each.sandboxId === life.id && isSteadyAt(each, call))
    .filter((each) => heldBytes(each) > 0n && lineSeenBefore(evidence, each, call) !== undefined);
  if (holders.length === 0 || linux?.memory === undefined) return [];
  const held = holders.reduce((sum, each) => sum + heldBytes(each), 0n);
  const { usage_bytes: usage, working_set_bytes: working } = linux.memory;
  const shown = [usage, working].map((bytes) => parseInt64(bytes?.value));
  return [
    () =>
      holds(
        [...holders.map(({ create }) => create), call],
        shown.every((bytes) => bytes >= (held * 9n) / 10n),
        {
          expected: `memory.usage_bytes and working_set_bytes of a pod whose programs hold ${held} bytes`,
          actual: shown.join(', '),
        },
      ),
  ];
}

/** Processor time that its running containers had used when it was measured, each by its last sample before. */
function computedBy(evidence: Evidence, { call, life, stats: { linux } }: SandboxSample): readonly Judge[] {
  const at = parseInt64(linux?.cpu?.timestamp);
  const before = new Map(
    runningSamples(evidence)
      .filter((each) => each.life.sandboxId === life.id && isSteadyAt(each.life, call))
      .filter((each) => beganAfter(call, each.call) && parseInt64(each.stats.cpu?.timestamp) <= at)
      .map(({ life: { id }, ...each }) => [id, each] as const),
  );
  if (before.size < 2 || linux?.cpu === undefined) return [];
  const samples = [...before.values()];
  const least = samples.reduce(
    (sum, { stats }) => sum + parseInt64(stats.cpu?.usage_core_nano_seconds?.value),
    0n,
  );
  const usage = parseInt64(linux.cpu.usage_core_nano_seconds?.value);
  return [
    () =>
      holds([...samples.map((each) => each.call), call], usage >= least, {
        expected: `cpu.usage_core_nano_seconds of at least ${least}, which its containers had used before`,
        actual: `${usage}`,
      }),
  ];
}

/** Two samples with different numbers are of different times. */
function timesOf(evidence: Evidence, samples: readonly SandboxSample[]): readonly Judge[] {
  return [...inARow(evidence, samples)].flatMap(([one, other]) => {
    const [before, after] = [one.stats.linux?.cpu, other.stats.linux?.cpu];
    const used = (cpu: typeof before): bigint => parseInt64(cpu?.usage_core_nano_seconds?.value);
    if (before === undefined || after === undefined || used(after) <= used(before)) return [];
    const backNs = evidence.setBackNs(one.call.beganMs, other.call.endedMs);
    const [first, second] = [parseInt64(before.timestamp), parseInt64(after.timestamp)];
    return [
      () =>
        holds([one.call, other.call], second + backNs > first, {
          expected: `cpu.timestamp after ${first}: more was used since`,
          actual: `${second}`,
        }),
    ];
  });
}
