// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { CleanupKind } from '../cleanup-kind.js';
import type { ClaimStep } from '../cleanup-step.js';
import { isClaimPath, markEnding, removeClaim } from '../shared-claims.js';
import { plainPath } from '../step-schemas.js';
import { nothingToUndo, type UndoReport } from './undo-report.js';

/** Only our runs read it, so its removal is not reported. */
export const claimKind: CleanupKind<ClaimStep> = {
  kind: 'claim',
  schema: () => z.object({ kind: z.literal('claim'), path: plainPath.refine((path) => isClaimPath(path)) }),
  undo: [
    { phase: 'end-of-claims', undo: endClaim },
    { phase: 'claims', undo: takeBack },
  ],
  outlivesReboot: () => false,
};

function endClaim({ path }: ClaimStep): UndoReport {
  markEnding(path);
  return nothingToUndo;
}

function takeBack({ path }: ClaimStep): UndoReport {
  removeClaim(path);
  return nothingToUndo;
}
