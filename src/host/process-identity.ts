// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly startTicks: string;
}

/** Undefined if there is no such process. */
export function processStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name is in parentheses and may contain spaces and parentheses itself.
  const [state = '', parent = '0', group = '0', ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent), group: Number(group), startTicks: rest[16] ?? '' };
}

/** Whether the process with that start time is still running; a zombie is not. */
export function isAlive(pid: number, startTicks: string): boolean {
  const stat = processStat(pid);
  return stat !== undefined && stat.startTicks === startTicks && stat.state !== 'Z' && stat.state !== 'X';
}

export function startTicksOf(pid: number): string {
  return processStat(pid)?.startTicks ?? '';
}
