// SPDX-License-Identifier: Apache-2.0
import type { LinuxPodSandboxStats, NetworkInterfaceUsage } from '#cri/proto/generated/messages.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, type ExpectedAndActual } from '../../judging/judging.js';
import {
  counter,
  disagreement,
  gauge,
  lostTime,
  memoryQuantities,
  trafficSlack,
  type Quantity,
} from '../../occasions/stats/quantities.js';
import { inARow, isQuietSince } from '../../occasions/stats/sample-pairs.js';
import {
  isSteadyAt,
  sandboxSamples,
  withoutSandboxStats,
  type SandboxSample,
} from '../../occasions/stats/stats-samples.js';

export const statsSandboxViewsAgree: Contract = {
  id: 'stats.sandbox.views-agree',
  level: 'must',
  since: '0.1.0',
  title: 'Statistics of a pod whose containers change nothing agree, whichever method gives them',
  reference: {
    source: 'CRI v1, PodSandboxStats, in two answers; kubelet, CRI stats provider',
    says: 'one pod, measured twice: counters grow, and interfaces and memory are what they were',
  },
  consequence: 'What a pod uses, and what it sends, depends on who asks.',
  covers: ['L4'],
  check: (evidence) =>
    withoutSandboxStats(evidence) ??
    judgeEach(
      inARow(
        evidence,
        sandboxSamples(evidence).filter((sample) => isQuiet(evidence, sample)),
      ),
      'no statistics of a quiet pod were read twice',
      ([one, other]) => {
        const [before, after] = [ownPart(one), ownPart(other)];
        const wrong =
          lostTime(timesOf(before), timesOf(after)) ??
          otherInterfaces(before, after) ??
          disagreement([...quantities, ...traffic(before, one.life.hostNetwork)], before, after);
        return holds([one.call, other.call], wrong === undefined, wrong ?? { expected: '', actual: '' });
      },
    ),
};

/** Interfaces of the node come and go with other pods, apart from the default one. */
function ownPart({ life, stats: { linux = {} } }: SandboxSample): LinuxPodSandboxStats {
  const { network } = linux;
  return life.hostNetwork && network !== undefined
    ? { ...linux, network: { ...network, interfaces: [] } }
    : linux;
}

/** All its containers run and are quiet. */
function isQuiet(evidence: Evidence, { life, call }: SandboxSample): boolean {
  const inside = evidence.containers().filter(({ sandboxId }) => sandboxId === life.id);
  return inside.every((each) => isSteadyAt(each, call) && isQuietSince(evidence, each, call));
}

const timesOf = ({ cpu, memory, network, process }: LinuxPodSandboxStats) => ({
  cpu,
  memory,
  network,
  process,
});

/** The default one first, by name. */
function namesOf({ network }: LinuxPodSandboxStats): readonly string[] {
  const all = (network?.interfaces ?? []).map(({ name = '' }) => name);
  return [network?.default_interface?.name ?? '', ...all.sort()];
}

function otherInterfaces(
  before: LinuxPodSandboxStats,
  after: LinuxPodSandboxStats,
): ExpectedAndActual | undefined {
  const [was, is] = [namesOf(before).join(' '), namesOf(after).join(' ')];
  if (before.network === undefined || was === is) return undefined;
  return { expected: `network interfaces ${was}, as before`, actual: is };
}

function interfaceNamed(
  { network }: LinuxPodSandboxStats,
  at: 'default' | number,
): NetworkInterfaceUsage | undefined {
  if (at === 'default') return network?.default_interface;
  return [...(network?.interfaces ?? [])].sort((one, other) => (namesDiffer(one, other) ? -1 : 1))[at];
}

const namesDiffer = (one: NetworkInterfaceUsage, other: NetworkInterfaceUsage): boolean =>
  (one.name ?? '') < (other.name ?? '');

/** On a node with a fast network, between two calls. */
const nodeSlack = 16n << 30n;

/** Of the default interface and all others; pods of this suite send next to nothing. */
function traffic(
  { network }: LinuxPodSandboxStats,
  ofNode: boolean,
): readonly Quantity<LinuxPodSandboxStats>[] {
  return (['default', ...(network?.interfaces ?? []).keys()] as const).flatMap((at) =>
    (['rx_bytes', 'rx_errors', 'tx_bytes', 'tx_errors'] as const).map((field) => ({
      name: `network interface ${at}, ${field}`,
      of: (stats: LinuxPodSandboxStats) => interfaceNamed(stats, at)?.[field],
      agree: counter(ofNode ? nodeSlack : trafficSlack),
    })),
  );
}

/** A pod of ours has a few processes. */
const fewProcesses = (before: bigint, after: bigint): boolean =>
  (after > 0n || before === 0n) && gauge(64n)(before, after);

const quantities: readonly Quantity<LinuxPodSandboxStats>[] = [
  {
    name: 'cpu.usage_core_nano_seconds',
    of: ({ cpu }) => cpu?.usage_core_nano_seconds,
    agree: (before, after) => after >= before,
  },
  ...memoryQuantities,
  {
    name: 'process.process_count',
    of: ({ process }) => process?.process_count,
    agree: fewProcesses,
  },
];
