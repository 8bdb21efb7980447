// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats, CpuUsage, MemoryUsage } from '#cri/proto/generated/messages.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, type ExpectedAndActual } from '../../judging/judging.js';
import { heldBytes, runningSamples, type ContainerSample } from '../../occasions/stats/stats-samples.js';

export const statsContainerPlausible: Contract = {
  id: 'stats.container.plausible',
  level: 'must',
  since: '0.1.0',
  title: 'Statistics of a running container are complete, of its lifetime, and agree with each other',
  reference: {
    source: 'CRI v1, ContainerStats; kubelet, CRI stats provider',
    says: 'every sample says when it was taken; the working set is part of the usage, and what is available is the rest of the limit',
  },
  consequence: 'The kubelet evicts the wrong pod, or none, and refuses to shrink one.',
  covers: ['STS-005', 'STS-007'],
  check: (evidence) =>
    judgeEach(runningSamples(evidence), 'no statistics of a running container were read', (sample) => {
      const wrong = firstWrong(evidence, sample);
      return holds(
        [sample.life.create, sample.call],
        wrong === undefined,
        wrong ?? { expected: '', actual: '' },
      );
    }),
};

function firstWrong(evidence: Evidence, sample: ContainerSample): ExpectedAndActual | undefined {
  const { cpu = {}, memory = {} } = sample.stats;
  return (
    wrongTime(evidence, sample) ??
    wrongCpu(cpu) ??
    wrongMemory(memory) ??
    wrongFaults(memory) ??
    wrongAvailable(evidence, sample) ??
    wrongLayer(sample.stats) ??
    wrongSwap(sample.stats) ??
    tooMuch(sample)
  );
}

const tooMuch = (sample: ContainerSample): ExpectedAndActual | undefined =>
  tooMuchCpu(sample) ?? tooMuchSwap(sample);

/** The times of layer and swap are optional. */
function wrongTime(
  evidence: Evidence,
  { life, call, stats }: ContainerSample,
): ExpectedAndActual | undefined {
  const { from, to } = evidence.wallWindow(life.create.beganMs, call.endedMs);
  const times = [
    ['cpu', parseInt64(stats.cpu?.timestamp)] as const,
    ['memory', parseInt64(stats.memory?.timestamp)] as const,
    ...[['writable_layer', parseInt64(stats.writable_layer?.timestamp)] as const].filter(isSet),
    ...[['swap', parseInt64(stats.swap?.timestamp)] as const].filter(isSet),
  ];
  const wrong = times.find(([, at]) => at < from - clockToleranceNs || at > to + clockToleranceNs);
  if (wrong === undefined) return undefined;
  return {
    expected: `${wrong[0]}.timestamp between CreateContainer and the answer, ${readableTime(from)} to ${readableTime(to)}`,
    actual: readableTime(wrong[1]),
  };
}

const isSet = ([, at]: readonly [string, bigint]): boolean => at !== 0n;

function wrongCpu({ usage_core_nano_seconds: usage }: CpuUsage): ExpectedAndActual | undefined {
  if (parseInt64(usage?.value) > 0n) return undefined;
  return { expected: 'cpu.usage_core_nano_seconds of a program that ran', actual: usage?.value ?? 'none' };
}

const nsPerMs = 1_000_000n;
/** Programs of this suite have one thread; what starts them has more. Kernels account in ticks. */
const mostProcessors = 2n;
const tickNs = 200n * nsPerMs;

/** Since it was created: what its predecessor has used is none of its usage. */
function tooMuchCpu({ life, call, stats: { cpu } }: ContainerSample): ExpectedAndActual | undefined {
  const usage = parseInt64(cpu?.usage_core_nano_seconds?.value);
  const livedMs = BigInt(Math.ceil(call.endedMs - life.create.beganMs));
  const most = livedMs * nsPerMs * mostProcessors + tickNs;
  if (usage <= most) return undefined;
  return {
    expected: `cpu.usage_core_nano_seconds of at most ${most}, as it was created ${livedMs} ms ago`,
    actual: `${usage}`,
  };
}

function wrongMemory({
  usage_bytes: usage,
  working_set_bytes: workingSet,
  rss_bytes: rss,
}: MemoryUsage): ExpectedAndActual | undefined {
  const [used, working] = [parseInt64(usage?.value), parseInt64(workingSet?.value)];
  const resident = parseInt64(rss?.value);
  if (used > 0n && working > 0n && working <= used && resident <= used + batchBytes) return undefined;
  return {
    expected:
      'usage_bytes and working_set_bytes above 0, working_set_bytes and rss_bytes at most usage_bytes',
    actual: `usage_bytes ${used}, working_set_bytes ${working}, rss_bytes ${resident}`,
  };
}

/** A major fault is a fault. Both are optional. */
function wrongFaults({
  page_faults: all,
  major_page_faults: major,
}: MemoryUsage): ExpectedAndActual | undefined {
  if (all === undefined || major === undefined) return undefined;
  if (parseInt64(major.value) <= parseInt64(all.value)) return undefined;
  return {
    expected: `major_page_faults of at most ${all.value ?? 0}, the page_faults`,
    actual: major.value ?? '0',
  };
}

/** Kernels account pages in batches per processor. */
const batchBytes = 4n << 20n;

function wrongAvailable(evidence: Evidence, { life, stats }: ContainerSample): ExpectedAndActual | undefined {
  const limit = parseInt64(life.config.linux?.resources?.memory_limit_in_bytes);
  const { working_set_bytes: working, available_bytes: available } = stats.memory ?? {};
  const isUpdated = evidence.on('UpdateContainerResources', life.id).length > 0;
  if (limit === 0n || available === undefined || isUpdated) return undefined;
  const rest = limit - parseInt64(working?.value);
  const shown = parseInt64(available.value);
  const difference = shown > rest ? shown - rest : rest - shown;
  if (difference <= batchBytes) return undefined;
  return { expected: `available_bytes ${rest}, the rest of the limit`, actual: `${shown}` };
}

function wrongLayer({ writable_layer: layer }: ContainerStats): ExpectedAndActual | undefined {
  const place = layer?.fs_id?.mountpoint ?? '';
  if (place.startsWith('/') && isMeasured(layer)) return undefined;
  return {
    expected:
      'writable_layer with the path of a file system, used_bytes and inodes_used, and a time if they are not 0',
    actual: JSON.stringify(layer ?? null),
  };
}

/** containerd measures in the background: before that, the numbers are 0 without a time. */
function isMeasured(layer: ContainerStats['writable_layer']): boolean {
  const { used_bytes: bytes, inodes_used: inodes, timestamp } = layer ?? {};
  if (bytes === undefined || inodes === undefined) return false;
  return parseInt64(timestamp) > 0n || (parseInt64(bytes.value) === 0n && parseInt64(inodes.value) === 0n);
}

function wrongSwap({ swap }: ContainerStats): ExpectedAndActual | undefined {
  const used = [swap?.swap_usage_bytes, swap?.swap_available_bytes].some(
    (bytes) => parseInt64(bytes?.value) > 0n,
  );
  if (!used || parseInt64(swap?.timestamp) > 0n) return undefined;
  return { expected: 'swap with the time when it was measured', actual: JSON.stringify(swap) };
}

/** More than a program of this suite, and what starts it, could ever leave there. */
const besideSwap = 1n << 30n;

function tooMuchSwap({ life, stats: { swap } }: ContainerSample): ExpectedAndActual | undefined {
  const used = parseInt64(swap?.swap_usage_bytes?.value);
  const most = heldBytes(life) * 2n + besideSwap;
  if (used <= most) return undefined;
  return { expected: `swap.swap_usage_bytes of at most ${most}, for it is small`, actual: `${used}` };
}
