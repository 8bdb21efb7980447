// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';

export const canMeasure: boolean = existsSync('/proc/self/status');

/** The peak resident memory of a process, in MB. */
export function peakMemoryMb(pid: number | undefined): number {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  if (peak === undefined) throw new Error(`no peak in /proc/${String(pid)}/status`);
  return Number(peak) / 1024;
}

/** The same for a process that exits by itself: polled until it does. */
export async function peakUntilEnd(pid: number | undefined, end: Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, peakOrNothing(pid));
  }, 20);
  await end;
  clearInterval(look);
  return peak;
}

function peakOrNothing(pid: number | undefined): number {
  try {
    return peakMemoryMb(pid);
  } catch {
    return 0;
  }
}
