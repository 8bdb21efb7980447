// SPDX-License-Identifier: Apache-2.0
import type { RpcRow } from './summary.mjs';

export interface Reason {
  readonly field: string;
  readonly mode?: 'dropped' | 'altered';
  readonly why: string;
}

export interface Unjudged {
  readonly rpc: string;
  readonly path: string;
  readonly mode: string;
  readonly why: string | undefined;
}

/** What the `field` of a reason matches: an RPC, a blank and a path. */
export declare function patternOf(reason: { readonly field: string }): RegExp;

export declare const reasons: readonly Reason[];

export declare function explain(
  rows: readonly Pick<RpcRow, 'rpc' | 'fields'>[],
  table?: readonly Reason[],
): { readonly unjudged: readonly Unjudged[]; readonly unneeded: readonly Reason[] };
