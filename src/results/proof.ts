// SPDX-License-Identifier: Apache-2.0

/** A call that a verdict rests on, as reports show it. */
export interface ProvingCall {
  readonly seq: number;
  readonly rpc: string;
  readonly request: unknown;
  readonly outcome: unknown;
  readonly atMs: number;
}

/** The evidence that a contract was violated, or why it is undecided. */
export interface Proof {
  /** If a runtime floods us, not all of them; the recording has the others. */
  readonly calls: readonly ProvingCall[];
  /** What the runtime's own log says about the objects in these calls. */
  readonly logLines: readonly string[];
}
