// SPDX-License-Identifier: Apache-2.0
import type { ResourceList } from '#pod/pod.js';
import { milliOf, wholeOf } from '#pod/quantity.js';

/** The amount of one resource in a list; undefined: not set. */
export type Amount = (list: ResourceList) => number | undefined;

export const cpuOf: Amount = (list) => milliOf(list['cpu']);
export const memoryOf: Amount = (list) => wholeOf(list['memory']);

export const cpuPeriodUs = 100_000;

const minShares = 2;
const maxShares = 262_144;
const minQuotaUs = 1000;

/** cm/helpers_linux.go, MilliCPUToShares. */
export function cpuShares(milli: number): number {
  return Math.min(maxShares, Math.max(minShares, Math.trunc((milli * 1024) / 1000)));
}

/** cm/helpers_linux.go, MilliCPUToQuota. Only for a limit: without one there is no quota. */
export function cpuQuotaUs(milli: number): number {
  return Math.max(minQuotaUs, Math.trunc((milli * cpuPeriodUs) / 1000));
}
