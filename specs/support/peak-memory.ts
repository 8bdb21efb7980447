// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';

export const canMeasure: boolean = existsSync('/proc/self/status');

/** The most memory that the process ever had resident, in MB. */
export function peakMemoryMb(pid: number | undefined): number {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  if (peak === undefined) throw new Error(`no peak in /proc/${String(pid)}/status`);
  return Number(peak) / 1024;
}
