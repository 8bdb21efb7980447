// SPDX-License-Identifier: Apache-2.0
import type { TargetOptions } from '../target/target-options.js';

export interface PlayOptions extends TargetOptions {
  /** Pod manifests; `-` is standard input. */
  readonly files: readonly string[];
  /** Time between the pod running (or ended) and its deletion. */
  readonly holdMs: number;
  /** From a pod's creation to its deletion, however it is then; undefined: see `holdMs`. */
  readonly deleteAfterMs: number | undefined;
  /** File that gets one JSON line per call, in sending order. */
  readonly calls: string | undefined;
  /** Images that are on the node before the pods come. */
  readonly present: readonly string[];
  /** Grace period of the deletion; undefined: the pod's own. */
  readonly graceSeconds: number | undefined;
  /** The pods come from a file, not from an API server. */
  readonly asStatic: boolean;
  /** File of node facts that replace those of this machine. */
  readonly node: string | undefined;
}
