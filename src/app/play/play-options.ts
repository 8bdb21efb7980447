// SPDX-License-Identifier: Apache-2.0
import type { TargetOptions } from '../target/target-options.js';

export interface PlayOptions extends TargetOptions {
  /** Pod manifests; `-` is standard input. */
  readonly files: readonly string[];
  /** Time between the pod running (or ending) and its deletion. */
  readonly holdMs: number;
  /** Time from a pod's creation to its deletion, whatever its state; undefined: see `holdMs`. */
  readonly deleteAfterMs: number | undefined;
  /** File for one JSON line per call, in sending order. */
  readonly calls: string | undefined;
  /** Images to pull before the pods arrive. */
  readonly present: readonly string[];
  /** Grace period of the deletion; undefined: the pod's own. */
  readonly graceSeconds: number | undefined;
  /** The pods are static pods from a file, not from an API server. */
  readonly asStatic: boolean;
  /** File of node facts that override those of this machine. */
  readonly node: string | undefined;
}
