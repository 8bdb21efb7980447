// SPDX-License-Identifier: Apache-2.0
/** What a scenario says for a rule that compares scenarios. It is kept until the run is over: keep it small. */
export interface Fact {
  readonly scenario: string;
  /** Whose: facts of one object never clash. */
  readonly of: string;
  /** What no two objects may have at the same time: an id, an address. */
  readonly value: string;
  /** When it was so, in milliseconds of the recording. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Sequence numbers of the calls that show it. */
  readonly calls: readonly number[];
}
