// SPDX-License-Identifier: Apache-2.0
import type { CallFault } from './fault.js';

/** Holds a call of the kubelet until `clear-faults`, so that it is in flight when the scenario wants it. */
export function heldBack(rpc: string): readonly CallFault[] {
  return [{ rpc, effect: { kind: 'delay', ms: 600_000 } }];
}
