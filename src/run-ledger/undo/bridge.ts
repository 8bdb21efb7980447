// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { bridges, deleteBridge, isBridge } from '#host/network.js';
import type { CleanupKind } from '../cleanup-kind.js';
import type { BridgeStep } from '../cleanup-step.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

/** Prefix of the bridges that launchers create for pods. */
export const bridgePrefix: string = 'crip';

export const bridgeKind: CleanupKind<BridgeStep> = {
  kind: 'bridge',
  schema: () => z.object({ kind: z.literal('bridge'), name: z.string().regex(/^crip[0-9a-f]{1,11}$/) }),
  undo: [{ phase: 'network', undo: ({ name }) => removeBridge(name) }],
  outlivesReboot: () => false,
};

export function bridgesOfOthers(): readonly string[] {
  return bridges().filter((name) => !name.startsWith(bridgePrefix));
}

async function removeBridge(name: string): Promise<UndoReport> {
  if (!/^[a-z0-9]{1,15}$/.test(name) || !isBridge(name)) return nothingToUndo;
  const problem = await deleteBridge(name);
  return problem === undefined ? removed(`bridge ${name}`) : remains(`bridge ${name}: ${problem}`);
}
