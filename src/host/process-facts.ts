// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { textOfFile } from '#files/text-of-file.js';

/** What /proc says of one process. */
export interface ProcessFacts {
  readonly pid: number;
  /** Clock ticks from the boot to its start: with the pid, they tell it from every other. */
  readonly startTicks: string;
  /** R, S, D, Z …; a zombie has ended. */
  readonly state: string;
  readonly parent: number;
  readonly command: string;
  /** Sets of signals, as hexadecimal numbers. */
  readonly signals: {
    readonly pending: string;
    readonly blocked: string;
    readonly ignored: string;
    readonly caught: string;
  };
  readonly oomScoreAdj?: number;
}

/** Ours are short; somebody else's program may have been given a whole script. */
const maxCommand = 1_000;

/** Undefined: there is no such process. */
export function processFacts(pid: number, proc = '/proc'): ProcessFacts | undefined {
  const read = (file: string): string => textOfFile(join(proc, `${pid}/${file}`));
  const stat = read('stat');
  const status = read('status');
  if (stat === '' || status === '') return undefined;
  // The name is in parentheses and may contain spaces and parentheses itself.
  const [state = '', parent = '0', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const oomScoreAdj = read('oom_score_adj').trim();
  return {
    pid,
    startTicks: rest[17] ?? '',
    state,
    parent: Number(parent),
    command: read('cmdline').replace(/\0+$/, '').replaceAll('\0', ' ').slice(0, maxCommand),
    signals: signalsIn(status),
    ...(oomScoreAdj !== '' && { oomScoreAdj: Number(oomScoreAdj) }),
  };
}

/** In the order in which the kernel writes them, so that one pass finds all: this is read at every look. */
const signalSets = /^ShdPnd:\s*(.*)\nSigBlk:\s*(.*)\nSigIgn:\s*(.*)\nSigCgt:\s*(.*)$/m;

function signalsIn(status: string): ProcessFacts['signals'] {
  const [, pending = '', blocked = '', ignored = '', caught = ''] = signalSets.exec(status) ?? [];
  return { pending, blocked, ignored, caught };
}

/** The kernel counts in hundredths of a second towards programs, whatever its own tick is. */
const ticksPerSecond = 100;

/** How long ago the process started, in milliseconds. */
export function ageMs({ startTicks }: Pick<ProcessFacts, 'startTicks'>, proc = '/proc'): number {
  const upSeconds = Number(textOfFile(join(proc, 'uptime')).split(' ')[0]);
  return (upSeconds - Number(startTicks) / ticksPerSecond) * 1000;
}

/** How many processes the OOM killer has killed since the boot, wherever; undefined: not counted. */
export function oomKillsOfNode(proc = '/proc'): number | undefined {
  const count = /^oom_kill (\d+)$/m.exec(textOfFile(join(proc, 'vmstat')))?.[1];
  return count === undefined ? undefined : Number(count);
}
