// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerResources } from '#cri/proto/generated/messages.js';
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { NodeCgroup } from '#evidence/node-observation.js';
import { isSpecified } from './updates.js';

const fields = [
  'memory_limit_in_bytes',
  'cpu_quota',
  'cpu_period',
  'cpu_shares',
  'cpuset_cpus',
  'cpuset_mems',
] as const;
type Field = (typeof fields)[number];

/** Values that a container must have at a moment; a field whose value is in doubt is absent. */
export type Limits = Readonly<Partial<Record<Field, string>>>;

export interface AskedLimits {
  readonly limits: Limits;
  /** Where they come from: its creation, and the updates until then. */
  readonly calls: readonly RecordedCall[];
}

/** Requested at creation, and changed by every update that was answered OK. */
export function limitsAt(evidence: Evidence, life: ContainerHistory, atMs: number): AskedLimits {
  const limits = new Map(specified(life.config.linux?.resources));
  const calls: RecordedCall[] = [life.create];
  const updates = evidence.on('UpdateContainerResources', life.id).filter(({ beganMs }) => beganMs < atMs);
  for (const update of updates) {
    const asked = specified(update.request.linux);
    if (isInDoubt(update, atMs)) for (const [field] of asked) limits.delete(field);
    else calls.push(update);
    if (!isInDoubt(update, atMs) && isAnswered(update))
      for (const [field, value] of asked) limits.set(field, value);
  }
  return { limits: Object.fromEntries(limits), calls };
}

/** It was not over then, or its end is unknown. */
function isInDoubt(update: RecordedCall, atMs: number): boolean {
  return (update.endedMs ?? Infinity) > atMs || !(isAnswered(update) || isRefused(update));
}

function specified(resources: LinuxContainerResources | undefined): readonly (readonly [Field, string])[] {
  return fields.flatMap((field): (readonly [Field, string])[] => {
    const value = resources?.[field] ?? '';
    return isSpecified(field, value) ? [[field, value]] : [];
  });
}

export interface Difference {
  readonly field: Field;
  readonly asked: string;
  /** What the kernel has. */
  readonly actual: string;
}

/** Limits that the cgroup does not have. One whose controller the node lacks cannot be compared. */
export function differences(limits: Limits, cgroup: NodeCgroup): readonly Difference[] {
  return fields.flatMap((field): Difference[] => {
    const asked = limits[field];
    if (asked === undefined) return [];
    const { fits, actual } = compare[field](asked, cgroup);
    return fits ? [] : [{ field, asked, actual: String(actual ?? 'no limit') }];
  });
}

interface Compared {
  readonly fits: boolean;
  readonly actual: number | string | undefined;
}

/** The kernel counts memory in pages, of at most 64 KiB. */
const pageBytes = 65_536;

const compare: Readonly<Record<Field, (asked: string, cgroup: NodeCgroup) => Compared>> = {
  memory_limit_in_bytes: (asked, { memoryLimit, memoryUsed }) => ({
    fits:
      memoryUsed === undefined ||
      (memoryLimit !== undefined && Math.abs(Number(asked) - memoryLimit) < pageBytes),
    actual: memoryLimit,
  }),
  cpu_quota: (asked, { cpuQuota, cpuPeriod }) => ({
    fits: cpuPeriod === undefined || (asked === '-1' ? cpuQuota === undefined : Number(asked) === cpuQuota),
    actual: cpuQuota,
  }),
  cpu_period: (asked, { cpuPeriod }) => ({
    fits: cpuPeriod === undefined || Number(asked) === cpuPeriod,
    actual: cpuPeriod,
  }),
  cpu_shares: (asked, { cpuShares, cpuWeight }) => {
    if (cpuShares !== undefined) return { fits: Math.max(2, Number(asked)) === cpuShares, actual: cpuShares };
    const fits =
      cpuWeight === undefined || weightsOf(Number(asked)).some((one) => Math.abs(one - cpuWeight) <= 1);
    return { fits, actual: cpuWeight === undefined ? undefined : `a weight of ${cpuWeight}` };
  },
  cpuset_cpus: (asked, { cpusetCpus }) => sameSet(asked, cpusetCpus),
  cpuset_mems: (asked, { cpusetMems }) => sameSet(asked, cpusetMems),
};

/** runc and crun changed the conversion in 2025: from a line to a curve through the defaults of both. */
export function weightsOf(shares: number): readonly number[] {
  const within = Math.min(262_144, Math.max(2, shares));
  const line = 1 + Math.floor(((within - 2) * 9_999) / 262_142);
  const log = Math.log2(within);
  const curve = Math.ceil(10 ** ((log * log + 125 * log) / 612 - 7 / 34));
  return [line, curve];
}

function sameSet(asked: string, actual: string | undefined): Compared {
  return { fits: actual === undefined || expanded(asked) === expanded(actual), actual };
}

const maxCpus = 8_192;

/** `0-2,4` as `0,1,2,4`. */
function expanded(list: string): string {
  const numbers = list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    const count = Math.min(maxCpus, Math.max(0, last - first + 1));
    return Number.isNaN(count) ? [] : Array.from({ length: count }, (_, at) => first + at);
  });
  return numbers.sort((one, other) => one - other).join(',');
}

export function textOfDifferences(found: readonly Difference[], side: 'asked' | 'actual'): string {
  return found.map((one) => `${one.field} ${one[side]}`).join(', ');
}
