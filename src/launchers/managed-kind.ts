// SPDX-License-Identifier: Apache-2.0
import type { CleanupRules } from '#run-ledger/cleanup-kind.js';
import type { Launcher } from './launcher.js';

/** Why a value of `--managed` is not one that its launcher takes. */
export interface WrongValue {
  readonly likely: string;
}

/** A kind of runtime that `--managed` can start, with all that the rest of criprobe has to know of it. */
export interface ManagedKind {
  /** Values of `--managed`, for help texts. */
  readonly forms: readonly { readonly form: string; readonly meaning: string }[];
  /** The value that doctor examines when nobody named one; undefined: it needs one. */
  readonly examined: string | undefined;
  /** undefined: the value names no runtime of this kind. Whether it can be launched here is for its probe to say. */
  launcherFor(value: string): Launcher | WrongValue | undefined;
  /** What its runtimes leave on a machine, beside what any runtime leaves. */
  readonly cleanup: CleanupRules;
}
