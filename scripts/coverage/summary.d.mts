// SPDX-License-Identifier: Apache-2.0
import type { Rpc } from './fields.mjs';
import type { Findings } from './measure.mjs';

export interface FieldRow {
  readonly path: string;
  readonly dropped: readonly string[];
  readonly altered: readonly string[];
}

export interface RequestRow {
  readonly path: string;
  /** Its message was sent. */
  readonly sent: boolean;
  /** With more than the zero of its type. */
  readonly filled: boolean;
  readonly varied: boolean;
}

export interface RpcRow {
  readonly rpc: string;
  readonly called: boolean;
  readonly fields: readonly FieldRow[];
  readonly refused: readonly string[];
  readonly unimplemented: readonly string[];
  readonly requests: readonly RequestRow[];
}

export type Totals = Readonly<Record<string, number>>;

export declare function summarize(
  rpcs: readonly Rpc[],
  results: readonly Findings[],
): { readonly rows: readonly RpcRow[]; readonly totals: Totals };

export declare function below(totals: Totals, floor: Totals): readonly string[];

export declare function raised(totals: Totals, floor: Totals): Totals;
