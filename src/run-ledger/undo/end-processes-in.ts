// SPDX-License-Identifier: Apache-2.0
import { becomesTrue } from '#base/poll.js';
import { processStat } from '#host/process-identity.js';
import { processesIn } from '#host/processes.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** Kills the runtime in a directory, with its shims and containers. */
export async function endProcessesIn(
  directory: string,
  programs: readonly RegExp[],
  withinMs = 10_000,
): Promise<UndoReport> {
  const ended = new Set<number>();
  const sweep = (): boolean => {
    const left = processesIn(directory, programs);
    for (const pid of left) {
      sendSignal(pid, 'SIGKILL');
      ended.add(pid);
    }
    return left.length === 0;
  };
  if (await becomesTrue(sweep, withinMs)) {
    return ended.size === 0 ? nothingToUndo : removed(`${ended.size} processes in ${directory}`);
  }
  return remains(`processes in ${directory}: ${processesIn(directory, programs).join(', ')}`);
}

/** To a process, or to a group by its negative number. Ignored if it is gone. */
export function sendSignal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  if (processStat(Math.abs(pid)) === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
