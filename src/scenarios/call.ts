// SPDX-License-Identifier: Apache-2.0
import type { Step } from './step.js';

/** A call of the scenario's own; `as`: the name under which later steps find the id in its answer. */
export function call(rpc: string, request: Readonly<Record<string, unknown>>, as?: string): Step {
  return { do: 'call', rpc, request, ...(as !== undefined && { as }) };
}
