// SPDX-License-Identifier: Apache-2.0
import type { CleanupRules } from '#run-ledger/cleanup-kind.js';
import type { Launcher } from './launcher.js';

/** Why a launcher rejects a value of `--managed`. */
export interface WrongValue {
  readonly likely: string;
}

/**
 * A kind of runtime that `--managed` can start, with everything the rest of criprobe needs to know about it.
 * Its file imports nothing that starts a runtime: `--help` lists the forms of all kinds.
 */
export interface ManagedKind {
  /** Values of `--managed`, for help texts. */
  readonly forms: readonly { readonly form: string; readonly meaning: string }[];
  /** The value that doctor examines by default; undefined: it needs a path. */
  readonly examined: string | undefined;
  /**
   * undefined: the value names no runtime of this kind. The launcher's probe tells whether it can launch
   * here.
   */
  launcherFor(value: string): Launcher | WrongValue | undefined;
  /** What its runtimes leave on a machine, in addition to what every runtime leaves. */
  cleanup(): Promise<CleanupRules>;
}
