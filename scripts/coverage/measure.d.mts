// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Rpc } from './fields.mjs';

/** Keys are an RPC, a path, and how it was made wrong. */
export interface Findings {
  readonly violated: readonly string[];
  readonly called: readonly string[];
  readonly found: readonly (readonly [key: string, contracts: readonly string[]])[];
  readonly values: readonly (readonly [key: string, values: readonly string[]])[];
}

export declare class Measurement {
  constructor(rpcs: readonly Rpc[], contracts: readonly Contract[]);
  add(evidence: Evidence): void;
  result(): Findings;
}
