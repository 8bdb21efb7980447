// SPDX-License-Identifier: Apache-2.0
import type { MemoryUsage, UInt64Value } from '#cri/proto/generated/messages.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { ExpectedAndActual } from '../../judging/judging.js';

/** A number in statistics, and how far two readings of something that does not change may differ. */
export interface Quantity<Stats> {
  readonly name: string;
  /** Undefined: not told, or not measured yet. */
  readonly of: (stats: Stats) => UInt64Value | undefined;
  readonly agree: (before: bigint, after: bigint) => boolean;
}

/** It only grows, and nothing makes it grow much. */
export const counter =
  (slack: bigint) =>
  (before: bigint, after: bigint): boolean =>
    after >= before && after <= before * 2n + slack;

/** It goes up and down, but not by much. */
export const gauge =
  (slack: bigint) =>
  (before: bigint, after: bigint): boolean => {
    const [least, most] = before < after ? [before, after] : [after, before];
    return most - least <= most / 2n + slack;
  };

/** What lies on a disk: a runtime may have measured it before all mount points were made. */
export const onDisk =
  (slack: bigint) =>
  (before: bigint, after: bigint): boolean => {
    const [least, most] = before < after ? [before, after] : [after, before];
    return (after > 0n || before === 0n) && most <= least * 16n + slack;
  };

/** The first number that was told and is not told any more, or is another. */
export function disagreement<Stats>(
  quantities: readonly Quantity<Stats>[],
  before: Stats,
  after: Stats,
): ExpectedAndActual | undefined {
  for (const { name, of, agree } of quantities) {
    const told = of(before);
    if (told === undefined) continue;
    const [was, is] = [parseInt64(told.value), parseInt64(of(after)?.value)];
    if (!agree(was, is)) return { expected: `${name} near the ${was} that was told before`, actual: `${is}` };
  }
  return undefined;
}

/** The first group that said when it was measured, and says so no more. */
export function lostTime(
  before: Readonly<Record<string, Timed | undefined>>,
  after: Readonly<Record<string, Timed | undefined>>,
): ExpectedAndActual | undefined {
  const lost = Object.keys(before).find(
    (group) => parseInt64(before[group]?.timestamp) > 0n && parseInt64(after[group]?.timestamp) === 0n,
  );
  if (lost === undefined) return undefined;
  return {
    expected: `${lost}.timestamp, as in the statistics before`,
    actual: after[lost]?.timestamp ?? 'none',
  };
}

interface Timed {
  readonly timestamp?: string | undefined;
}

/** Kernels account pages in batches, per processor. */
export const memorySlack: bigint = 4n << 20n;
/** A program beside ours, such as the runtime's own when it enters a container. */
export const faultSlack: bigint = 10_000n;
/** Thousands of neighbours that ask for addresses. */
export const trafficSlack: bigint = 1n << 18n;

interface WithMemory {
  readonly memory?: MemoryUsage | undefined;
}

/** Of a container or a pod that changes nothing. */
export const memoryQuantities: readonly Quantity<WithMemory>[] = [
  ...(['usage_bytes', 'working_set_bytes', 'rss_bytes', 'available_bytes'] as const).map((field) => ({
    name: `memory.${field}`,
    of: ({ memory }: WithMemory) => memory?.[field],
    agree: gauge(memorySlack),
  })),
  ...(['page_faults', 'major_page_faults'] as const).map((field) => ({
    name: `memory.${field}`,
    of: ({ memory }: WithMemory) => memory?.[field],
    agree: counter(faultSlack),
  })),
];
