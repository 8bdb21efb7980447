// SPDX-License-Identifier: Apache-2.0
import type { Field } from './falsify.mjs';

export interface Rpc {
  readonly name: string;
  readonly streams: boolean;
  readonly requestFields: readonly Field[];
  readonly responseFields: readonly Field[];
}

export declare function readRpcs(): readonly Rpc[];
