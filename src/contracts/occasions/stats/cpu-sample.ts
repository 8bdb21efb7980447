// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats } from '#cri/proto/generated/messages.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { ExpectedAndActual } from '../../judging/judging.js';

interface CpuSample {
  readonly time: bigint;
  readonly usage: bigint;
}

export function cpuSample({ cpu }: ContainerStats): CpuSample {
  const { timestamp, usage_core_nano_seconds: usage } = cpu ?? {};
  return { time: parseInt64(timestamp), usage: parseInt64(usage?.value) };
}

/** Neither the timestamp nor the CPU usage decreases, unless somebody set the clock back by `backNs`. */
export function isGrowth(before: CpuSample, after: CpuSample, backNs: bigint): boolean {
  return before.time > 0n && after.time >= before.time - backNs && after.usage >= before.usage;
}

export function fallOf(before: CpuSample, after: CpuSample): ExpectedAndActual {
  return {
    expected: 'a time above 0, and neither time nor usage falling',
    actual: `time ${before.time} then ${after.time}, usage ${before.usage} then ${after.usage}`,
  };
}
