// SPDX-License-Identifier: Apache-2.0
import type { FailOn } from '#results/fail-on.js';
import { defaultMaxEvidence } from '#evidence/write/evidence-writer.js';
import type { KnownFailing } from '#policy/known-failing.js';
import { defaultOutput, type OutputOptions } from '../shared/output-options.js';
import type { PlannedChange } from './planned-change.js';
import type { Selection } from './select.js';
import { defaultTarget, type TargetOptions } from '../target/target-options.js';

export interface RunOptions extends TargetOptions, OutputOptions {
  readonly selection: Selection;
  readonly knownFailing: readonly KnownFailing[];
  /** Scenarios in parallel; undefined: see `workersFor`. */
  readonly workers: number | undefined;
  readonly passWithNoTests: boolean;
  readonly failOn: FailOn;
  readonly globalTimeoutMs: number | undefined;
  /** For the first wait that is in vain; absent: as this node needs it. For specs on many broken runtimes at once. */
  readonly firstPatienceMs?: number;
  /** Absent: the runtime stays what it is. */
  readonly change?: PlannedChange;
  /** Events beyond this size are counted, not written. */
  readonly maxEvidenceBytes: number;
  /** `unit:NAME`, `file:PATH`, `container:NAME`, `none`; undefined: the log of a managed runtime. */
  readonly runtimeLog: string | undefined;
}

export const defaultRun: RunOptions = {
  ...defaultTarget,
  ...defaultOutput,
  selection: { ids: [], only: [], skip: [] },
  knownFailing: [],
  workers: undefined,
  passWithNoTests: false,
  failOn: 'must',
  globalTimeoutMs: undefined,
  maxEvidenceBytes: defaultMaxEvidence,
  runtimeLog: undefined,
};

/** The reference runtime spends its time waiting; a real one has work to do for each pod. */
export function workersFor(asked: number | undefined, target: { readonly isReference: boolean }): number {
  return asked ?? (target.isReference ? 24 : 4);
}
