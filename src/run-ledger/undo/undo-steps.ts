// SPDX-License-Identifier: Apache-2.0
import {
  kindOfStep,
  undoPhases,
  type CleanupKind,
  type CleanupRules,
  type UndoPhase,
} from '../cleanup-kind.js';
import type { CleanupStep } from '../cleanup-step.js';
import { joinReports, remains, type UndoReport } from './undo-report.js';

/**
 * Undoes what was recorded. Can be repeated; does not mention what is already gone. Never throws because of
 * what it finds.
 */
export async function undoSteps(steps: readonly CleanupStep[], rules: CleanupRules): Promise<UndoReport> {
  const unknown = steps.filter((step) => kindOfStep(step, rules) === undefined);
  const reports = unknown.map((step) =>
    remains(`${step.kind}: an unknown kind, which this version cannot undo`),
  );
  for (const phase of undoPhases)
    for (const kind of rules.kinds) reports.push(...(await undoPhase(phase, { kind, steps, rules })));
  return joinReports(reports);
}

interface UndoInput {
  readonly kind: CleanupKind;
  readonly steps: readonly CleanupStep[];
  readonly rules: CleanupRules;
}

function undoPhase(phase: UndoPhase, { kind, steps, rules }: UndoInput): Promise<UndoReport[]> {
  const actions = kind.undo.filter((action) => action.phase === phase);
  const ofKind = steps.filter((step) => step.kind === kind.kind);
  return Promise.all(
    ofKind.flatMap((step) =>
      actions.map(async (action) => {
        try {
          return await action.undo(step, rules);
        } catch (error) {
          return remains(`${step.kind} ${JSON.stringify(step)}: ${String(error)}`);
        }
      }),
    ),
  );
}
