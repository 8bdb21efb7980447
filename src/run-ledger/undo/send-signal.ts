// SPDX-License-Identifier: Apache-2.0
import { processStat } from '#host/process-identity.js';

/** To a process, or to a group by its negative number. Nothing happens when it is gone. */
export function sendSignal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  if (processStat(Math.abs(pid)) === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
