// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { becomesTrue } from '#base/poll.js';
import { isAlive, processStat } from '#host/process-identity.js';
import { liveHostProcesses } from '#host/processes.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { ProcessGroupStep } from '../cleanup-step.js';
import { processId } from '../step-schemas.js';
import { sendSignal } from './end-processes-in.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export const processGroupKind: CleanupKind<ProcessGroupStep> = {
  kind: 'process-group',
  schema: () =>
    z.object({
      kind: z.literal('process-group'),
      pid: processId,
      startTicks: z.string().regex(/^\d+$/),
    }),
  undo: [{ phase: 'daemons', undo: ({ pid, startTicks }) => endProcessGroup(pid, startTicks) }],
  outlivesReboot: () => false,
};

/**
 * Sends SIGTERM to the group, and after a while SIGKILL. Does nothing if the pid belongs to another process
 * by now.
 */
export async function endProcessGroup(pid: number, startTicks: string, graceMs = 3_000): Promise<UndoReport> {
  if (!isAlive(pid, startTicks)) return nothingToUndo;
  const gone = (): boolean => !liveHostProcesses().some((one) => processStat(one)?.group === pid);
  sendSignal(-pid, 'SIGTERM');
  if (!(await becomesTrue(gone, graceMs))) sendSignal(-pid, 'SIGKILL');
  if (await becomesTrue(gone, graceMs)) return removed(`process group ${pid}`);
  return remains(`process group ${pid} does not exit`);
}
