// SPDX-License-Identifier: Apache-2.0

/** A call of the recording that a verdict rests on, as reports show it. */
export interface ProvingCall {
  readonly seq: number;
  readonly rpc: string;
  readonly request: unknown;
  readonly outcome: unknown;
  readonly atMs: number;
}

/** What shows that a contract was violated, or why it is undecided. */
export interface Proof {
  /** Where a runtime floods us not all of them; the recording has the others. */
  readonly calls: readonly ProvingCall[];
  /** What the runtime's own log says of the objects in these calls. */
  readonly logLines: readonly string[];
}
