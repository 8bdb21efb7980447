// SPDX-License-Identifier: Apache-2.0
import { isAlive, processStat } from '#host/process-identity.js';
import { processesIn, liveHostProcesses } from '#host/processes-in.js';
import { becomesTrue } from './poll.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** Asks the group to end, and after a while does not ask. Nothing happens if the pid has passed to another process. */
export async function endProcessGroup(pid: number, startTicks: string, graceMs = 5_000): Promise<UndoReport> {
  if (!isAlive(pid, startTicks)) return nothingToUndo;
  const gone = (): boolean => !liveHostProcesses().some((one) => processStat(one)?.group === pid);
  signal(-pid, 'SIGTERM');
  if (!(await becomesTrue(gone, graceMs))) signal(-pid, 'SIGKILL');
  if (await becomesTrue(gone, graceMs)) return removed(`process group ${pid}`);
  return remains(`process group ${pid} does not end`);
}

/** Ends the runtime that lives in a directory, with its shims and containers. */
export async function endProcessesIn(directory: string, withinMs = 10_000): Promise<UndoReport> {
  const ended = new Set<number>();
  const sweep = (): boolean => {
    const left = processesIn(directory);
    for (const pid of left) {
      signal(pid, 'SIGKILL');
      ended.add(pid);
    }
    return left.length === 0;
  };
  if (await becomesTrue(sweep, withinMs)) {
    return ended.size === 0 ? nothingToUndo : removed(`${ended.size} processes living in ${directory}`);
  }
  return remains(`processes living in ${directory}: ${processesIn(directory).join(', ')}`);
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  if (processStat(Math.abs(pid)) === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
