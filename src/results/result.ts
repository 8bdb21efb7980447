// SPDX-License-Identifier: Apache-2.0
import type { Level } from '#contracts/contract.js';
import type { VerdictKind } from '#contracts/verdict.js';

/** What `--json` prints and result.json holds. Its JSON Schema is schema/result.v1.schema.json. */
export interface Result {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: { readonly name: string; readonly version: string; readonly endpoint: string };
  readonly summary: Readonly<Record<VerdictKind, number>>;
  readonly rulings: readonly ResultRuling[];
  readonly scenarios: readonly { readonly id: string; readonly ms: number }[];
  readonly ms: number;
}

export interface ResultRuling {
  readonly contract: string;
  readonly level: Level;
  readonly verdict: VerdictKind;
  /** Of violated contracts. */
  readonly expected?: string;
  readonly actual?: string;
  /** One sentence on why, for contracts neither held nor violated. */
  readonly reason?: string;
  readonly scenario?: string;
  readonly calls: readonly number[];
}
