// SPDX-License-Identifier: Apache-2.0
import type { Field } from './falsify.mjs';
import type { RequestReason } from './request-reasons.mjs';
import type { RequestRow, RpcRow } from './summary.mjs';

export interface OpenRequest extends Pick<RequestRow, 'path' | 'sent' | 'filled'> {
  readonly rpc: string;
  readonly why: string | undefined;
  readonly source: string | undefined;
}

export declare function valueSent(value: unknown, field: Pick<Field, 'kind' | 'names'>): string;

export declare function timesSent(seen: ReadonlySet<string>): Omit<RequestRow, 'path'>;

export declare function explainRequests(
  rows: readonly Pick<RpcRow, 'rpc' | 'called' | 'requests'>[],
  table?: readonly RequestReason[],
): { readonly open: readonly OpenRequest[]; readonly unneeded: readonly RequestReason[] };
