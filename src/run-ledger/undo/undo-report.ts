// SPDX-License-Identifier: Apache-2.0
/** What a cleanup did, one phrase per thing. */
export interface UndoReport {
  readonly removed: readonly string[];
  /** What is still there, and why. */
  readonly remains: readonly string[];
}

export function joinReports(reports: readonly UndoReport[]): UndoReport {
  return {
    removed: reports.flatMap((report) => report.removed),
    remains: reports.flatMap((report) => report.remains),
  };
}

export const nothingToUndo: UndoReport = { removed: [], remains: [] };
export const removed = (what: string): UndoReport => ({ removed: [what], remains: [] });
export const remains = (what: string): UndoReport => ({ removed: [], remains: [what] });
